import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { type HealthLook, OwnHealthLooks, waitLook } from '@halyard/operators';
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
      waitLook('mail-waiting', 'Letters wait to be sent: the mail server does not take them.', this.clock, () =>
        this.outbox.oldestPostedAt(),
      ),
    ];
  }
}
