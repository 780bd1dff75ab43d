import { Clock } from '@halyard/core';
import type { Schedule } from '../schedule.js';

/** How the banks of the account act. */
export type BanksMode = 'on-request' | 'on-time';

/** A change of the account's clock. Once begun, it is finished by some process, and others are refused until then. */
export type ClockChange =
  | { readonly type: 'advance'; readonly to: Date }
  | { readonly type: 'banks'; readonly banks: BanksMode; readonly at: Date; isStored: boolean };

/** The frozen clock of the only account, as it is stored. */
export class AccountTime {
  banks: BanksMode = 'on-request';
  change: ClockChange | undefined;
  /** The times at which the banks changed their mode. */
  readonly changedAt: Date[] = [];

  constructor(public now: Date) {}
}

/** A process's view of the account's clock. The time of the installation passes with the schedule. */
export class FrozenClock extends Clock {
  constructor(
    private readonly time: AccountTime,
    private readonly schedule: Schedule,
  ) {
    super();
  }

  override system(): Date {
    return new Date(this.schedule.nowMs);
  }

  override now(): Promise<Date> {
    return Promise.resolve(new Date(this.time.now));
  }

  override isRunning(): Promise<boolean> {
    return Promise.resolve(false);
  }

  override isHeld(): Promise<boolean> {
    return Promise.resolve(this.time.change !== undefined);
  }
}
