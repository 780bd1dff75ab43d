import type { INestApplication, Type } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { ServiceName, StoringService } from '@halyard/contracts';
import type { Clock } from '@halyard/core';
import type { Worker } from '@halyard/background';
import type { ClaimFunction, EventStore, Position } from '@halyard/event-store';
import type { Idempotency, ServiceClient } from '@halyard/http';
import type { MessageBus } from '@halyard/messaging';
import type { Logger, Metrics } from '@halyard/observability';
import type { SealingKeys, SharedSession } from '@halyard/persistence';
import type { DataSource, MigrationInterface } from 'typeorm';

/** The way in which an application is reached: within the process, over HTTP, or in a way of its own. */
export interface ServiceListener {
  readonly adapter: AbstractHttpAdapter;
  /**
   * Initialises the application, and begins to accept requests. @returns the address, or other data for the caller
   * @param idempotency absent for a service without state
   */
  open(app: INestApplication, logger: Logger, idempotency: Idempotency | undefined): Promise<unknown>;
  /**
   * Accepts no new requests, and waits for those in flight. A request that still comes on an open connection is
   * refused. If no other process could answer the request, this one does so a last time.
   * @returns how many requests were left after `timeoutMs`
   */
  drain(timeoutMs: number): Promise<number>;
}

/** The data by which a service has its bus opened. */
export interface BusRequest {
  readonly service: ServiceName;
  /** Opens the service's own schema, after its migrations. */
  readonly dataSource: DataSource;
  readonly logger: Logger;
}

export interface EventStoreChoice {
  /** The tables that the event store needs in the service's own schema. */
  readonly migrations: readonly Type<MigrationInterface>[];
  open(service: {
    readonly databaseUrl: string;
    /** Opens the service's own schema, after its migrations. */
    readonly dataSource: DataSource;
    readonly logger: Logger;
    /** Makes claims in the service's own schema. */
    readonly claims: ClaimFunction;
    /** A session that the service has open anyway. */
    readonly session: SharedSession;
    /** The furthest position in the streams that the service's data names. */
    readonly reached: () => Promise<Position>;
  }): Promise<EventStore> | EventStore;
  /**
   * Takes the streams for a process that serves, until the worker stops. The process ends once a later epoch has begun
   * on them. Absent for streams that no copy of the database can share.
   * @throws EpochOver
   */
  readonly hold?: (store: EventStore, dataSource: DataSource, logger: Logger) => Promise<Worker>;
}

/** Everything that a composition decides: the adapter behind each port, and the addresses. */
export interface ServiceHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absent if no service has state. */
  readonly keys: SealingKeys | undefined;
  readonly clock: Clock;
  loggerOf(service: ServiceName): Logger;
  readonly metrics: Metrics;
  readonly serviceClient: ServiceClient;
  /** The URL of a service's database, with the service's own role. */
  databaseUrlOf(service: StoringService): string;
  readonly poolSize: number;
  openBus(request: BusRequest): Promise<MessageBus> | MessageBus;
  /** The choice of the event store; undefined for a service without streams. */
  eventStoreOf(service: ServiceName): EventStoreChoice | undefined;
  listenerOf(service: ServiceName): ServiceListener;
  readonly drainTimeoutMs: number;
}
