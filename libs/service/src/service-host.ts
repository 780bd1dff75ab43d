import type { INestApplication, Type } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { ServiceName } from '@halyard/contracts';
import type { Clock } from '@halyard/core';
import type { ClaimFunction, EventStore } from '@halyard/event-store';
import type { KeyKeeper, ServiceClient } from '@halyard/http';
import type { MessageBus } from '@halyard/messaging';
import type { Logger, Metrics } from '@halyard/observability';
import type { SealingKeys } from '@halyard/persistence';
import type { DataSource, MigrationInterface } from 'typeorm';

/** How an application is reached: within the process, over HTTP, or in a way of the application's own. */
export interface ServiceListener {
  /** What the Nest application is made on. */
  readonly adapter: AbstractHttpAdapter;
  /**
   * Initialises the application and begins to accept requests; returns where, for those that need to know.
   *
   * @param keys keeps the promises of Idempotency-Keys, for a service that keeps anything
   */
  open(app: INestApplication, logger: Logger, keys: KeyKeeper | undefined): Promise<unknown>;
  /**
   * Lets nobody in any more and waits for what is in flight; returns how many were left after `timeoutMs`. Who still
   * sends on an open connection is turned away, or answered for the last time where no other process may be asked.
   */
  drain(timeoutMs: number): Promise<number>;
}

/** A service's part of the bus. */
export interface BusRequest {
  readonly service: ServiceName;
  /** The service's own schema, migrated. */
  readonly dataSource: DataSource;
  readonly logger: Logger;
}

/** Where a service keeps its streams. */
export interface EventStoreChoice {
  /** Tables that it needs in the service's own schema. */
  readonly migrations: readonly Type<MigrationInterface>[];
  open(service: {
    readonly databaseUrl: string;
    readonly logger: Logger;
    /** In the service's own schema. */
    readonly claims: ClaimFunction;
  }): Promise<EventStore> | EventStore;
}

/** All that a composition decides: which adapter stands behind each port, and where things are. */
export interface ServiceHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For services that keep something. */
  readonly keys: SealingKeys | undefined;
  readonly clock: Clock;
  loggerOf(service: ServiceName): Logger;
  readonly metrics: Metrics;
  readonly serviceClient: ServiceClient;
  /** Connection string with the service's own role. */
  databaseUrlOf(service: ServiceName): string;
  /** Connections of a service to its database, at most. */
  readonly poolSize: number;
  openBus(request: BusRequest): Promise<MessageBus> | MessageBus;
  /** Undefined for services without streams. */
  eventStoreOf(service: ServiceName): EventStoreChoice | undefined;
  listenerOf(service: ServiceName): ServiceListener;
  /** How long a stop waits for requests in flight, in milliseconds. */
  readonly drainTimeoutMs: number;
}
