import { Inject, Injectable } from '@nestjs/common';
import type { ServiceName } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { type Logger, LOGGER, Metrics } from '@halyard/observability';
import { Consumers } from './consumers.js';
import { ParkedKeyList } from './parking.js';
import { SERVICE_NAME } from '@halyard/observability';

@Injectable()
export class ConsumerMetrics {
  private longestParked: string | undefined;

  constructor(
    metrics: Metrics,
    private readonly consumers: Consumers,
    private readonly parking: ParkedKeyList,
    clock: Clock,
    @Inject(SERVICE_NAME) private readonly service: ServiceName,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    metrics.gauge(
      {
        name: 'consumer_lag_events',
        help: 'Events that a consumer has not taken yet',
        labels: ['service', 'consumer'],
      },
      (gauge) =>
        this.read(async () => {
          for (const runner of this.consumers.runners) {
            gauge.set({ service, consumer: runner.consumer }, await runner.lag());
          }
        }),
    );
    metrics.gauge(
      { name: 'parked_keys', help: 'Resources whose events wait for an operator to replay them', labels: ['service'] },
      (gauge) => this.read(async () => gauge.set({ service }, await this.parking.parkedCount())),
    );
    metrics.gauge(
      {
        name: 'parked_key_age_seconds',
        help: 'How long the key has waited for an operator that has waited longest',
        labels: ['service', 'key'],
      },
      (gauge) =>
        this.read(async () => {
          const held = await parking.longestParked();
          // A service reports only its longest parked key, because there may be any number of keys.
          if (this.longestParked !== undefined) gauge.remove({ service, key: this.longestParked });
          this.longestParked = held?.key;
          if (held) gauge.set({ service, key: held.key }, (clock.system().getTime() - held.heldAt.getTime()) / 1_000);
        }),
    );
    metrics.gauge(
      { name: 'waiting_keys', help: 'Resources whose events wait for one that is missing', labels: ['service'] },
      (gauge) => this.read(async () => gauge.set({ service }, await this.parking.waitingCount())),
    );
    metrics.gauge(
      {
        name: 'foreign_messages',
        help: 'Messages that no source has told, set aside since the beginning',
        labels: ['service', 'consumer', 'topic', 'reason'],
      },
      (gauge) =>
        this.read(async () => {
          for (const { consumer, topic, reason, count } of await this.parking.foreign()) {
            gauge.set({ service, consumer, topic, reason }, count);
          }
        }),
    );
  }

  private async read(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.logger.warn({ err: error, service: this.service }, 'the consumers could not be read for the metrics');
    }
  }
}
