import { Injectable } from '@nestjs/common';
import { healthChecks } from '@halyard/contracts/operations';
import { Clock } from '@halyard/core';
import { counted, type HealthLook, OwnHealthLooks } from '@halyard/operators';
import { DataSource } from 'typeorm';
import { failingCount, longestDue } from './deliveries.query.js';

@Injectable()
export class WebhooksHealth extends OwnHealthLooks {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {
    super();
  }

  override list(): readonly HealthLook[] {
    return [
      {
        check: 'deliveries-overdue',
        look: async () => {
          const now = this.clock.system();
          const since = await longestDue(this.dataSource, now);
          const lateMs = since ? now.getTime() - since.getTime() : 0;
          if (lateMs <= healthChecks['deliveries-overdue'].above * 1_000) return undefined;
          return { message: 'Webhooks are due and not sent.', since };
        },
      },
      {
        check: 'subscriptions-failing',
        look: async () => {
          const count = await failingCount(this.dataSource);
          if (count === 0) return undefined;
          return { message: `${counted(count, 'subscription is', 'subscriptions are')} paused because of failures.` };
        },
      },
    ];
  }
}
