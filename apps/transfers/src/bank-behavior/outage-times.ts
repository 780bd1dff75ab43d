import { firstBankingDayFrom } from '@halyard/core';
import type { BankOutage } from './bank-behavior.js';

/** No clock shows a later time, so that a bank that is down until then stays down. */
const END_OF_TIME = new Date('2100-01-02T00:00:00.000Z');

interface Span {
  readonly from: Date;
  /** Not included. */
  readonly to: Date;
}

/** The outages of an account's banks. */
export class OutageTimes {
  private readonly spans = new Map<string, Span[]>();

  constructor(outages: readonly BankOutage[]) {
    for (const { routingNumber, from, to } of outages) {
      const spans = this.spans.get(routingNumber) ?? [];
      spans.push({ from: new Date(from), to: new Date(to) });
      this.spans.set(routingNumber, spans);
    }
  }

  get isEmpty(): boolean {
    return this.spans.size === 0;
  }

  get ends(): readonly Date[] {
    return [...this.spans.values()].flat().map(({ to }) => to);
  }

  /**
   * When whatever a bank would do at `at` comes: then, or if the bank is down, at 00:00 in Chicago of the first banking
   * day that begins when the outage ends, or later (contract of what no peer has, section 3).
   *
   * @param routingNumber undefined for a bank whose number is not known any more, which is never down
   */
  comesAt(routingNumber: string | undefined, at: Date): Date {
    const spans = routingNumber === undefined ? undefined : this.spans.get(routingNumber);
    if (!spans) return at;
    let comes = at;
    for (let span = down(spans, comes); span; span = down(spans, comes)) {
      if (span.to >= END_OF_TIME) return END_OF_TIME;
      comes = firstBankingDayFrom(span.to);
    }
    return comes;
  }

  isDown(routingNumber: string | undefined, at: Date): boolean {
    return this.comesAt(routingNumber, at) > at;
  }

  /** The routing numbers of the banks that are down at a moment. */
  downAt(at: Date): readonly string[] {
    return [...this.spans].filter(([, spans]) => down(spans, at) !== undefined).map(([routingNumber]) => routingNumber);
  }
}

const down = (spans: readonly Span[], at: Date): Span | undefined =>
  spans.find(({ from, to }) => from <= at && at < to);
