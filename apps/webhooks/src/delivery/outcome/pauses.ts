import { Injectable } from '@nestjs/common';
import type { PauseReason, WebhooksFact } from '@halyard/contracts/webhooks';
import { Clock } from '@halyard/core';
import { Changes } from '@halyard/changes';
import type { EntityManager } from 'typeorm';
import { DueRetries } from '../../retry/due-retries.rows.js';

/** This many failed attempts in a row pause a subscription (specification, Events 1). */
export const FAILURES_MAX = 400;

/** A subscription that its failures have just paused. Its row is locked. */
interface PausedSubscription {
  readonly id: string;
  readonly account_id: string;
  readonly application_id: string;
  readonly failures: number;
  readonly pause_reason: PauseReason | null;
}

/** Completes a pause because of failures: records the fact in the subscription's history, and holds its deliveries. */
@Injectable()
export class Pauses {
  constructor(
    private readonly changes: Changes,
    private readonly clock: Clock,
    private readonly retries: DueRetries,
  ) {}

  async follow(subscriptions: readonly PausedSubscription[], tx: EntityManager): Promise<void> {
    const { record } = this.changes.within(tx);
    for (const { id, account_id: accountId, application_id: applicationId, failures, pause_reason } of subscriptions) {
      if (pause_reason === null || pause_reason === 'requested') continue;
      const data = { subscriptionId: id, accountId, applicationId, reason: pause_reason, failures };
      const fact: WebhooksFact = { type: 'webhooks.subscription-paused.v1', data };
      await record({ key: id, accountId, ...fact, at: await this.clock.now(accountId) });
    }
    await this.retries.hold(
      subscriptions.map(({ id }) => id),
      tx,
    );
  }
}
