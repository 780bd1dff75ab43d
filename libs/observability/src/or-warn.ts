import type { Gauge } from 'prom-client';
import type { Log } from './log.js';

type Collect<Label extends string> = (gauge: Gauge<Label>) => Promise<void>;

/** A failure is logged and leaves the gauge as it was, so that a scrape gets all other metrics. */
export const orWarn =
  <Label extends string>(log: Log, what: string, collect: Collect<Label>): Collect<Label> =>
  async (gauge) => {
    try {
      await collect(gauge);
    } catch (error) {
      log.warn({ err: error }, `${what} could not be read for the metrics`);
    }
  };
