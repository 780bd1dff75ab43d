import { Injectable } from '@nestjs/common';
import { AccountClocks } from '@halyard/clocks';
import type { Operation, ResourceAnswer } from '@halyard/contracts';
import { accountOf } from '@halyard/http';
import { DataSource } from 'typeorm';
import { findAdvance } from './advances.rows.js';
import { clockAnswer } from './clock.answer.js';
import { DueServices } from './due-services.js';
import { Steps } from './steps.js';

/** The clocks of accounts, as clients see them. */
@Injectable()
export class ClockViews {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clocks: AccountClocks,
    private readonly steps: Steps,
    private readonly due: DueServices,
  ) {}

  async of(operation: Operation): Promise<ResourceAnswer<'sandbox-clock'>> {
    const accountId = accountOf(operation);
    const [next, clock] = await Promise.all([this.due.next(accountId, operation), this.steps.find(accountId)]);
    const { advanceId } = clock;
    const advance = advanceId === undefined ? undefined : await findAdvance(this.dataSource, advanceId);
    return clockAnswer({ clock, now: this.steps.timeOf(clock), system: this.clocks.system(), next, advance });
  }
}
