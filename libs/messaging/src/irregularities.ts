import { Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@halyard/contracts';
import { type Logger, LOGGER, Metrics } from '@halyard/observability';
import type { Counter } from 'prom-client';
import { SERVICE_NAME } from './service-name.js';

/**
 * - `damaged`: a row does not open under the key that it was sealed with.
 * - `unknown`: others told of banks or customers that are not here.
 */
const kinds = ['damaged', 'unknown'] as const;
export type Irregularity = (typeof kinds)[number];

/** What should not be, and holds up nothing else: operators see it counted, and find in the log what it is about. */
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
    // A series that begins with one has not increased, for Prometheus.
    for (const kind of kinds) this.seen.inc({ service, kind }, 0);
  }

  /**
   * Those that are of something here; the others are noted.
   *
   * @param told what others told, by what it is: ids and codes, nothing personal
   */
  known<Told>(told: Readonly<Record<string, readonly Told[]>>, isHere: (one: Told) => boolean): Told[] {
    return Object.entries(told).flatMap(([name, all]) => {
      const unknown = all.filter((one) => !isHere(one));
      if (unknown.length > 0) this.note('unknown', { [name]: unknown });
      return all.filter(isHere);
    });
  }

  /** @param about ids, and what is wrong; nothing personal */
  note(kind: Irregularity, about: Readonly<Record<string, unknown>>): void {
    this.seen.inc({ service: this.service, kind });
    this.logger.error({ ...about, kind }, 'something is not as it should be');
  }
}
