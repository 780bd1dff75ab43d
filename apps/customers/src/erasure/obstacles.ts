import { type Operation, serviceRoutes } from '@halyard/contracts';
import { type CustomerMoney, customerMoney } from '@halyard/contracts/customers';
import type { ErasureObstacle } from '@halyard/contracts/erasures';
import { Clock, DAY_MS, DomainError, type Fault } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { Injectable } from '@nestjs/common';
import { type EntityManager, IsNull } from 'typeorm';
import { CustomersConfig } from '../config.js';
import type { Customer } from '../customer/customer.entity.js';
import { LegalHold } from './legal-hold/legal-hold.entity.js';

const FIVE_YEARS_DAYS = 1_826;

const messages: Readonly<Record<ErasureObstacle, string>> = {
  MoneyPending: 'A transfer of the customer is under way, or is to be returned.',
  BalanceNotZero: "The customer's balance is not zero.",
  LegalHold: 'A legal hold stands.',
  RetentionPeriod: 'The customer has to be kept for longer.',
};

/** Lists every obstacle. */
export const refusedBy = (obstacles: readonly ErasureObstacle[]): DomainError =>
  new DomainError('InvalidResourceState', {
    faults: obstacles.map((code): Fault => ({ code, message: messages[code], path: '' })),
  });

const ofMoney = ({ isPending, balanceMinor }: CustomerMoney): ErasureObstacle[] => [
  ...(isPending ? (['MoneyPending'] as const) : []),
  ...(BigInt(balanceMinor) === 0n ? [] : (['BalanceNotZero'] as const)),
];

@Injectable()
export class Obstacles {
  private readonly retentionMs: number;

  constructor(
    { environment, retentionDays }: CustomersConfig,
    private readonly calls: ServiceCalls,
    private readonly clock: Clock,
  ) {
    this.retentionMs = (retentionDays ?? (environment === 'sandbox' ? 0 : FIVE_YEARS_DAYS)) * DAY_MS;
  }

  /** @throws DomainError ServiceUnavailable */
  async moneyOf(customerId: string, operation: Operation): Promise<CustomerMoney> {
    return customerMoney.parse(await this.calls.ask(serviceRoutes.getCustomerMoney, customerId, operation));
  }

  async moneyObstacles(customerId: string, operation: Operation): Promise<readonly ErasureObstacle[]> {
    return ofMoney(await this.moneyOf(customerId, operation));
  }

  /** Call it in a transaction that has locked the customer, so that no hold is set in between. */
  async of(tx: EntityManager, customer: Customer, money: CustomerMoney): Promise<readonly ErasureObstacle[]> {
    const { id: customerId } = customer;
    const isHeld = await tx.existsBy(LegalHold, { customerId, lifted: IsNull() });
    return [
      ...ofMoney(money),
      ...(isHeld ? (['LegalHold'] as const) : []),
      ...((await this.mustBeKept(tx, customer, money)) ? (['RetentionPeriod'] as const) : []),
    ];
  }

  /** The retention period starts at the last event of the customer or its money. */
  private async mustBeKept(tx: EntityManager, customer: Customer, { lastTransferAt }: CustomerMoney): Promise<boolean> {
    if (this.retentionMs === 0) return false;
    const last = await tx
      .createQueryBuilder()
      .select('max(at)', 'at')
      .from('history', 'history')
      .where('key = :id', customer)
      .getRawOne<{ at: Date }>();
    const times = [customer.created.getTime(), last?.at.getTime() ?? 0, Date.parse(lastTransferAt ?? '') || 0];
    const now = await this.clock.now(customer.accountId);
    return Math.max(...times) + this.retentionMs > now.getTime();
  }
}
