import { Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@halyard/contracts';
import type { Counter } from 'prom-client';
import { type Logger, LOGGER } from './logger.js';
import { Metrics } from './metrics.js';
import { SERVICE_NAME } from './service-name.js';

/**
 * - `damaged`: a row can't be decrypted with the key that sealed it.
 * - `unknown`: another service reported banks or customers that do not exist here.
 */
const kinds = ['damaged', 'unknown'] as const;
type Irregularity = (typeof kinds)[number];

/** Faults that hold up nothing else. Operators see their number, and find the details in the log. */
@Injectable()
export class Irregularities {
  private readonly seen: Counter<'service' | 'kind'>;

  constructor(
    metrics: Metrics,
    @Inject(SERVICE_NAME) private readonly service: ServiceName,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.seen = metrics.counter({
      name: 'irregularities_total',
      help: 'What should not be: rows that do not open, and what others told of that is not here',
      labels: ['service', 'kind'],
    });
    // Prometheus sees no increase in a series that begins with one.
    for (const kind of kinds) this.seen.inc({ service, kind }, 0);
  }

  /**
   * Keeps the items that exist here, and notes the others as unknown.
   * @param told the report of another service, by kind: ids and codes, no personal data
   */
  known<Told>(told: Readonly<Record<string, readonly Told[]>>, isHere: (one: Told) => boolean): Told[] {
    return Object.entries(told).flatMap(([name, all]) => {
      const unknown = all.filter((one) => !isHere(one));
      if (unknown.length > 0) this.note('unknown', { [name]: unknown });
      return all.filter(isHere);
    });
  }

  /** @param about ids, and what is wrong; no personal data */
  note(kind: Irregularity, about: Readonly<Record<string, unknown>>): void {
    this.seen.inc({ service: this.service, kind });
    this.logger.error({ ...about, kind }, 'something is not as it should be');
  }
}
