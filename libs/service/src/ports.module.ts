import { type DynamicModule, Global, Module, type Provider } from '@nestjs/common';
import type { ServiceName } from '@halyard/contracts';
import { AccountClocks } from '@halyard/clocks';
import { Clock } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { Health, Idempotency, ServiceCalls, ServiceClient } from '@halyard/http';
import { Changes, IdempotencyRecords, KeyLookup } from '@halyard/changes';
import { DueWork } from '@halyard/background';
import { MessageBus } from '@halyard/messaging';
import { SERVICE_NAME } from '@halyard/observability';
import { type Logger, LOGGER, Metrics } from '@halyard/observability';
import { type PostgresSealer, Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';

/** The adapters that need a service's own database. */
export interface StoragePorts {
  readonly dataSource: DataSource;
  readonly clock: AccountClocks;
  readonly records: IdempotencyRecords;
  readonly changes: Changes;
  readonly dueWork: DueWork;
  readonly bus: MessageBus;
  readonly sealer: PostgresSealer;
  readonly eventStore?: EventStore;
}

export interface Ports {
  readonly service: ServiceName;
  /** Absent for a service without a database. */
  readonly storage?: StoragePorts;
  readonly serviceClient: ServiceClient;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: Metrics;
  readonly health: Health;
}

/** How a service with state handles Idempotency-Keys. */
export interface KeptKeys {
  readonly idempotency: Idempotency;
  readonly lookup: KeyLookup;
}

const providersOf = ({ storage, ...ports }: Ports): Provider[] => [
  { provide: SERVICE_NAME, useValue: ports.service },
  { provide: ServiceClient, useValue: ports.serviceClient },
  { provide: ServiceCalls, useValue: new ServiceCalls(ports.serviceClient, ports.service) },
  { provide: Clock, useValue: ports.clock },
  { provide: LOGGER, useValue: ports.logger },
  { provide: Metrics, useValue: ports.metrics },
  { provide: Health, useValue: ports.health },
  ...(storage ? providersOfStorage(storage) : []),
];

const providersOfStorage = ({ eventStore, ...storage }: StoragePorts): Provider[] => [
  { provide: DataSource, useValue: storage.dataSource },
  { provide: AccountClocks, useValue: storage.clock },
  { provide: IdempotencyRecords, useValue: storage.records },
  { provide: Changes, useValue: storage.changes },
  { provide: DueWork, useValue: storage.dueWork },
  { provide: MessageBus, useValue: storage.bus },
  { provide: Sealer, useValue: storage.sealer },
  ...(eventStore ? [{ provide: EventStore, useValue: eventStore }] : []),
];

/**
 * Makes the ports injectable everywhere in the service's module: by class, or by the tokens LOGGER and SERVICE_NAME.
 */
@Global()
@Module({})
export class PortsModule {
  /** @param keys absent for a service without state */
  static of(ports: Ports, keys: KeptKeys | undefined): DynamicModule {
    const providers = [
      ...providersOf(ports),
      ...(keys
        ? [
            { provide: Idempotency, useValue: keys.idempotency },
            { provide: KeyLookup, useValue: keys.lookup },
          ]
        : []),
    ];
    return { module: PortsModule, providers, exports: providers };
  }
}
