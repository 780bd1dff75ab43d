import { Clock } from '@halyard/core';

/** The machine's clock, the same for every account. No other class reads it. */
export class SystemClock extends Clock {
  now(_accountId: string): Promise<Date> {
    return Promise.resolve(this.system());
  }

  system(): Date {
    return new Date();
  }
}
