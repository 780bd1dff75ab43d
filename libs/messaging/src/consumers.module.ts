import { type DynamicModule, Module, type Type } from '@nestjs/common';
import type { ServiceName } from '@halyard/contracts';
import { Clock, TimerScheduler } from '@halyard/core';
import { LOGGER } from '@halyard/observability';
import { DataSource } from 'typeorm';
import type { EventConsumer } from './inbox/consumer.js';
import { ConsumerMetrics } from './inbox/consumer-metrics.js';
import { CONSUMER_CLASSES, Consumers, RUNNER_SURROUNDINGS, type RunnerSurroundings } from './inbox/consumers.js';
import type { Log } from '@halyard/observability';
import { MessageBus } from './message-bus.js';
import { CONSUMING_SERVICE, consumingService } from './read-models/consuming-service.js';
import { ConsumedReadModels } from './read-models/consumed-read-models.js';
import { RebuildableModels } from './rebuildable-models.js';
import { ParkedKeyList } from './inbox/parking.js';
import { SERVICE_NAME } from '@halyard/observability';

const surroundings = (
  service: ServiceName,
  dataSource: DataSource,
  bus: MessageBus,
  clock: Clock,
  log: Log,
): RunnerSurroundings => ({ service, dataSource, bus, clock, log, scheduler: new TimerScheduler() });

/**
 * Runs a service's consumers, from its start to its shutdown. It needs DataSource, MessageBus, Clock, Metrics,
 * LOGGER and SERVICE_NAME from a global module. It exports Consumers (with their counters), Parking (the events that
 * failed) and RebuildableModels (those of the consumers). The service itself lists their controllers for operators.
 */
@Module({})
export class ConsumersModule {
  /** Creates the consumers within the importing module, as if they were its own providers. */
  static register(consumers: readonly Type<EventConsumer>[]): DynamicModule {
    return {
      module: ConsumersModule,
      providers: [
        { provide: CONSUMER_CLASSES, useValue: consumers },
        {
          provide: RUNNER_SURROUNDINGS,
          useFactory: surroundings,
          inject: [SERVICE_NAME, DataSource, MessageBus, Clock, LOGGER],
        },
        Consumers,
        {
          provide: ParkedKeyList,
          useFactory: (dataSource: DataSource, running: Consumers) => new ParkedKeyList(dataSource, running),
          inject: [DataSource, Consumers],
        },
        ConsumerMetrics,
        consumingService,
        { provide: RebuildableModels, useClass: ConsumedReadModels },
      ],
      exports: [CONSUMING_SERVICE, Consumers, ParkedKeyList, RebuildableModels],
    };
  }
}
