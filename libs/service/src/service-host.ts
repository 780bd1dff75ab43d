import type { INestApplication, Type } from '@nestjs/common';
import type { AbstractHttpAdapter } from '@nestjs/core';
import type { ServiceName, StoringService } from '@halyard/contracts';
import type { Clock } from '@halyard/core';
import type { ClaimFunction, EventStore } from '@halyard/event-store';
import type { Idempotency, ServiceClient } from '@halyard/http';
import type { MessageBus } from '@halyard/messaging';
import type { Logger, Metrics } from '@halyard/observability';
import type { SealingKeys, SharedSession } from '@halyard/persistence';
import type { DataSource, MigrationInterface } from 'typeorm';

/** How an application is reached: within the process, over HTTP, or in its own way. */
export interface ServiceListener {
  readonly adapter: AbstractHttpAdapter;
  /**
   * Initialises the application and begins to accept requests. @returns the address, or other data for the caller
   * @param idempotency undefined for a service without state
   */
  open(app: INestApplication, logger: Logger, idempotency: Idempotency | undefined): Promise<unknown>;
  /**
   * Accepts no new requests and waits for those in flight. Requests that still come on an open connection are refused,
   * or get a last answer if no other process could be asked.
   * @returns how many were left after `timeoutMs`
   */
  drain(timeoutMs: number): Promise<number>;
}

/** The service's part of opening a bus. */
export interface BusRequest {
  readonly service: ServiceName;
  /** For the service's own schema, migrated. */
  readonly dataSource: DataSource;
  readonly logger: Logger;
}

export interface EventStoreChoice {
  /** Tables that it needs in the service's own schema. */
  readonly migrations: readonly Type<MigrationInterface>[];
  open(service: {
    readonly databaseUrl: string;
    /** For the service's own schema, migrated. */
    readonly dataSource: DataSource;
    readonly logger: Logger;
    /** Claims in the service's own schema. */
    readonly claims: ClaimFunction;
    /** The session that the service keeps anyway. */
    readonly session: SharedSession;
  }): Promise<EventStore> | EventStore;
}

/** Everything that a composition decides: the adapter behind each port, and addresses. */
export interface ServiceHost {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For services with state. */
  readonly keys: SealingKeys | undefined;
  readonly clock: Clock;
  loggerOf(service: ServiceName): Logger;
  readonly metrics: Metrics;
  readonly serviceClient: ServiceClient;
  /** With the service's own role. */
  databaseUrlOf(service: StoringService): string;
  readonly poolSize: number;
  openBus(request: BusRequest): Promise<MessageBus> | MessageBus;
  /** Undefined for services without streams. */
  eventStoreOf(service: ServiceName): EventStoreChoice | undefined;
  listenerOf(service: ServiceName): ServiceListener;
  readonly drainTimeoutMs: number;
}
