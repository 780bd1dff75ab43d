import { Injectable } from '@nestjs/common';
import { healthChecks } from '@halyard/contracts/operations';
import { Clock } from '@halyard/core';
import { type HealthLook, OwnHealthLooks } from '@halyard/operators';
import { MailOutbox } from './mail-outbox.js';

@Injectable()
export class MailHealth extends OwnHealthLooks {
  constructor(
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
  ) {
    super();
  }

  override list(): readonly HealthLook[] {
    return [
      {
        check: 'mail-waiting',
        look: async () => {
          const since = await this.outbox.oldestPostedAt();
          const waitedMs = since ? this.clock.system().getTime() - since.getTime() : 0;
          if (waitedMs <= healthChecks['mail-waiting'].above * 1_000) return undefined;
          return { message: 'Letters wait to be sent: the mail server does not take them.', since };
        },
      },
    ];
  }
}
