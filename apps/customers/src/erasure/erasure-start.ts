import { Injectable } from '@nestjs/common';
import { created, type CreatedAnswer, type Operation } from '@halyard/contracts';
import type { CustomerMoney } from '@halyard/contracts/customers';
import { Clock, DomainError, newId } from '@halyard/core';
import { type Actor, actorOf } from '@halyard/http';
import { type Change, Changes } from '@halyard/changes';
import { Not } from 'typeorm';
import { Customer } from '../customer/customer.entity.js';
import { CustomerHistory } from '../customer/customer-history.js';
import { CustomerTeller } from '../customer/customer-teller.js';
import { close, isOpen } from './closed-customer.js';
import { Erasure } from './erasure.entity.js';
import { ErasureWork } from './erasure-work.js';
import { Obstacles, refusedBy } from './obstacles.js';

interface Order extends Actor {
  readonly reason: string;
}

@Injectable()
export class ErasureStart {
  constructor(
    private readonly changes: Changes,
    private readonly obstacles: Obstacles,
    private readonly history: CustomerHistory,
    private readonly teller: CustomerTeller,
    private readonly work: ErasureWork,
    private readonly clock: Clock,
  ) {}

  /**
   * A customer is erased once: a later request is pointed to the existing erasure.
   *
   * @throws DomainError NotFound; InvalidResourceState with every obstacle; ServiceUnavailable
   */
  async execute(operation: Operation, customerId: string, reason: string): Promise<CreatedAnswer> {
    const money = await this.obstacles.moneyOf(customerId, operation);
    const order: Order = { reason, ...actorOf(operation) };
    return this.changes.run(
      operation,
      async (change) => created('erasure', await this.begin(change, customerId, money, order)),
      { tell: () => this.teller.tell(operation, customerId) },
    );
  }

  /** @returns the erasure's id */
  private async begin(change: Change, id: string, money: CustomerMoney, order: Order): Promise<string> {
    const { tx } = change;
    const customer = await tx.findOne(Customer, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!customer) throw new DomainError('NotFound');
    const standing = await tx.findOneBy(Erasure, { customerId: id, step: Not('refused') });
    if (standing) return standing.id;
    const obstacles = await this.obstacles.of(tx, customer, money);
    if (obstacles.length > 0) throw refusedBy(obstacles);

    const erasure: Erasure = {
      id: newId(),
      customerId: id,
      reason: order.reason,
      operator: order.applicationId,
      personId: order.personId,
      step: 'closed',
      unconditional: false,
      deactivates: isOpen(customer),
      obstacles: [],
      confirmations: {},
      created: this.clock.system(),
      ended: null,
    };
    await tx.insert(Erasure, erasure);
    const at = await this.clock.now(customer.accountId);
    await close(change, customer, erasure.id, { at, history: this.history });
    await this.work.begin(tx, erasure.id);
    return erasure.id;
  }
}
