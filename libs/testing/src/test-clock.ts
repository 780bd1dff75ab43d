import { Clock } from '@halyard/core';

/** A Monday noon in Chicago, far from weekends, ends of months and changes of daylight saving. */
const START = new Date('2026-03-02T18:00:00.000Z');

/** A clock that a test moves. It is the same for every account. */
export class TestClock extends Clock {
  constructor(private time = START) {
    super();
  }

  override now(_accountId: string): Promise<Date> {
    return Promise.resolve(this.system());
  }

  override system(): Date {
    return new Date(this.time);
  }

  set(time: Date): void {
    this.time = time;
  }

  advance(ms: number): void {
    this.time = new Date(this.time.getTime() + ms);
  }
}
