import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import type { BegunMicroDeposits } from '@halyard/contracts/funding-sources';
import { Clock } from '@halyard/core';
import { ServiceCalls } from '@halyard/http';
import { DueWork } from '@halyard/background';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { AMOUNTS, amountsOf } from '../funding-source/micro-deposits.model.js';

/** Due work: begins a payment that has not begun yet. */
const UNPAID = 'micro-deposits-unpaid';
/** Within this time the client is expected to repeat a request that was cut off. */
const LEFT_TO_ASKER_MS = 30_000;

interface Unpaid {
  readonly fundingSourceId: string;
  readonly paymentId: string;
}

/**
 * The service transfers pays micro-deposits. It is told before the client is answered, or by due work if that request
 * was cut off.
 */
@Injectable()
export class MicroDepositsPayment {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calls: ServiceCalls,
    private readonly sealer: Sealer,
    private readonly dueWork: DueWork,
    private readonly clock: Clock,
  ) {
    dueWork.on(UNPAID, async ({ key, dueAt, data }) => {
      const principal = { kind: 'service', service: 'funding-sources' } as const;
      await this.tell({ id: key, requestId: key, principal, at: dueAt.toISOString() }, data as Unpaid);
    });
  }

  /** Makes sure that the micro-deposits will be paid once `tx` is committed, even if the account's clock stands. */
  async put(tx: EntityManager, unpaid: Unpaid): Promise<void> {
    const dueAt = new Date(this.clock.system().getTime() + LEFT_TO_ASKER_MS);
    await this.dueWork.put({ kind: UNPAID, key: unpaid.paymentId, accountId: null, dueAt, data: unpaid }, tx);
  }

  /**
   * Begins the payment, unless the bank got other numbers in the meantime. Repeated calls begin it once. @throws
   * DomainError ServiceUnavailable
   */
  async begin(operation: Operation, fundingSourceId: string): Promise<void> {
    const source = await this.dataSource.manager.findOneByOrFail(FundingSource, { id: fundingSourceId });
    const paymentId = source.microDeposits?.paymentId;
    if (paymentId === undefined) return;
    await this.tell(operation, { fundingSourceId, paymentId });
    await this.dataSource.transaction((tx) => this.dueWork.remove(tx, UNPAID, paymentId));
  }

  private async tell(operation: Operation, { fundingSourceId, paymentId }: Unpaid): Promise<void> {
    const source = await this.dataSource.manager.findOneByOrFail(FundingSource, { id: fundingSourceId });
    const { accountId, ownerKind, ownerId, microDeposits } = source;
    if (microDeposits?.paymentId !== paymentId) return;
    const sealed = Buffer.from(microDeposits.amounts, 'base64');
    const fact: BegunMicroDeposits = {
      accountId,
      ownerKind,
      ownerId,
      fundingSourceId,
      amountsMinor: amountsOf(await this.sealer.open(ownerId, AMOUNTS, sealed)),
      at: microDeposits.created,
    };
    await this.calls.tell(serviceRoutes.beginMicroDeposits, paymentId, fact, operation);
  }
}
