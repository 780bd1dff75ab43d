import { Injectable, type OnApplicationBootstrap, type OnModuleInit } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { type DueItem, DueWork } from '@halyard/background';
import { DataSource, type EntityManager } from 'typeorm';
import { Customer } from '../customer/customer.entity.js';
import { Erasure, type ErasureStep } from './erasure.entity.js';
import { ErasureSteps } from './erasure-steps.js';

/** Due work: an erasure under way. The key is its id. */
const ERASURE = 'erasure';
/** Requests that were decided before the customer was closed have ended after this time. */
const QUIET_MS = 3_000;

/**
 * Erases persons, one step per transaction. An interrupted step is repeated, which does no harm at any step. After the
 * customer is closed its obstacles are checked once more, because a transfer may have been judged before other services
 * knew of the closing. Then each service in turn removes its data. The erasure is done when the last has confirmed.
 */
@Injectable()
export class ErasureWork implements OnModuleInit, OnApplicationBootstrap {
  constructor(
    private readonly dataSource: DataSource,
    private readonly dueWork: DueWork,
    private readonly steps: ErasureSteps,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.dueWork.on(ERASURE, ({ key }, tx) => this.go(key, tx));
  }

  /** Resumes erasures that were ordered while no service ran: after a backup was restored. */
  async onApplicationBootstrap(): Promise<void> {
    const { manager } = this.dataSource;
    const ordered = await manager.find(Erasure, { where: { step: 'ordered' }, select: { id: true } });
    for (const { id } of ordered) await this.dueWork.put(itemOf(id, this.clock.system()));
  }

  /** Call it in the transaction that closes the customer. */
  begin(tx: EntityManager, id: string): Promise<void> {
    const dueAt = new Date(this.clock.system().getTime() + QUIET_MS);
    return this.dueWork.put(itemOf(id, dueAt), tx);
  }

  private async go(id: string, tx: EntityManager): Promise<Date | undefined> {
    const known = await tx.findOneBy(Erasure, { id });
    if (!known) return undefined;
    // Locks the customer first, like everybody who locks both.
    const customer = await tx.findOneOrFail(Customer, {
      where: { id: known.customerId },
      lock: { mode: 'pessimistic_write' },
    });
    const erasure = await tx.findOneOrFail(Erasure, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (erasure.ended) return undefined;
    const at = await this.clock.now(customer.accountId);
    const operation: Operation = {
      id,
      requestId: id,
      principal: { kind: 'service', service: 'customers' },
      at: at.toISOString(),
    };
    const next = await this.steps.carryOut({ tx, erasure, customer, at, operation });
    await tx.update(Erasure, { id }, { ...next, ...(isEnd(next.step) && { ended: this.clock.system() }) });
    return isEnd(next.step) ? undefined : this.clock.system();
  }
}

const itemOf = (id: string, dueAt: Date): DueItem => ({ kind: ERASURE, key: id, accountId: null, dueAt, data: null });

const isEnd = (step: ErasureStep): boolean => step === 'refused' || step === 'done';
