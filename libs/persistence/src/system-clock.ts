import { Clock } from '@halyard/core';

/** The clock of the machine, the same for every account. Only this class reads it. */
export class SystemClock extends Clock {
  now(_accountId: string): Promise<Date> {
    return Promise.resolve(this.system());
  }

  system(): Date {
    return new Date();
  }
}
