import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { Changes } from '@halyard/changes';
import { type DueItem, DueWork } from '@halyard/background';
import { Sealer } from '@halyard/persistence';
import type { EntityManager } from 'typeorm';
import { Customer } from '../customer.entity.js';
import { CustomerHistory } from '../customer-history.js';
import { IdentityChecks } from '../identity/identity-checks.js';
import { reviewIdentity } from '../identity/identity-of.js';
import { openedNumbers } from '../sealed-data.js';
import { applyCommand } from '../apply-command.js';

const KIND = 'identity-review';
const WAIT_MIN_MS = 10_000;
const WAIT_MAX_MS = 60 * 60_000;

/** A check that had no outcome when its customer was stored. */
export interface OpenCheck {
  readonly customerId: string;
  readonly checkId: string;
  readonly isSecond: boolean;
}

interface Review extends Omit<OpenCheck, 'customerId'> {
  /** ISO 8601, system time. */
  readonly since: string;
}

/**
 * Asks the checker again about open checks: after ten seconds, then at about doubling intervals, up to an hour. In
 * system time, since the checker knows no other.
 */
@Injectable()
export class IdentityReviews implements OnModuleInit {
  constructor(
    private readonly dueWork: DueWork,
    private readonly changes: Changes,
    private readonly checks: IdentityChecks,
    private readonly sealer: Sealer,
    private readonly history: CustomerHistory,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.dueWork.on(KIND, (item, tx) => this.ask(item, tx));
  }

  /** Call it in the transaction that leaves the customers in review. */
  async await(tx: EntityManager, checks: readonly OpenCheck[]): Promise<void> {
    const now = this.clock.system();
    const items = checks.map(({ customerId, ...check }): DueItem => {
      const data: Review = { ...check, since: now.toISOString() };
      return { kind: KIND, key: customerId, accountId: null, dueAt: new Date(now.getTime() + WAIT_MIN_MS), data };
    });
    if (items.length > 0) await this.dueWork.put(items, tx);
  }

  private async ask({ key: id, data }: DueItem, tx: EntityManager): Promise<Date | undefined> {
    const customer = await tx.findOne(Customer, { where: { id }, lock: { mode: 'pessimistic_write' } });
    if (!customer || !isInReview(customer)) return undefined;
    const { checkId, isSecond, since } = data as Review;
    if (customer.erasureId) return this.nextAfter(new Date(since));
    const known = { ...customer, ...(await openedNumbers(customer, this.sealer)) };
    const check = { id: checkId, type: customer.type, isSecond, data: known };
    const { outcome, findings } = await reviewIdentity(this.checks, check, customer.findings);
    if (outcome === 'review') return this.nextAfter(new Date(since));
    await applyCommand(this.changes.within(tx), customer, {
      command: outcome,
      at: await this.clock.now(customer.accountId),
      history: this.history,
      with: { findings },
    });
    return undefined;
  }

  private nextAfter(since: Date): Date {
    const now = this.clock.system().getTime();
    return new Date(now + Math.min(Math.max(now - since.getTime(), WAIT_MIN_MS), WAIT_MAX_MS));
  }
}

/** The customer may have left the review in the meantime, for example by a suspension. */
const isInReview = ({ status, findings }: Customer): boolean =>
  (status === 'document' || status === 'deactivated') && findings.some(({ needs }) => needs === 'review');
