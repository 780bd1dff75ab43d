import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { counted, type HealthLook, OwnHealthLooks, waitLook } from '@halyard/operators';
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
      waitLook('deliveries-overdue', 'Webhooks are due and not sent.', this.clock, () =>
        longestDue(this.dataSource, this.clock.system()),
      ),
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
