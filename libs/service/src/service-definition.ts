import type { DynamicModule, Type } from '@nestjs/common';
import type { ServiceName, StoringService } from '@halyard/contracts';
import type { ClaimFunction, Position } from '@halyard/event-store';
import type { TableLifetime } from '@halyard/persistence';
import type { RecoverySource } from '@halyard/recovery';
import type { AnswerWait, Effects } from '@halyard/changes';
import type { DataSource, EntityManager, MigrationInterface } from 'typeorm';

/**
 * Everything that a composition needs to run a service without state. The service can inject, by class, ServiceClient,
 * ServiceCalls, Clock, Health and Metrics, and the pino logger under LOGGER.
 */
export interface StatelessDefinition<Config extends object = object> {
  readonly name: ServiceName;
  /** Reads the settings, once. @throws ConfigError naming every bad setting */
  readonly config: (env: Readonly<Record<string, string | undefined>>) => Config;
  readonly module: (config: Config) => DynamicModule | Type;
}

/**
 * A service with its own database. It can also inject DataSource (TypeORM, with the service's own schema and role),
 * MessageBus, Changes, Idempotency, DueWork, Sealer and EventStore.
 */
export interface ServiceDefinition<Config extends object = object> extends StatelessDefinition<Config> {
  readonly name: StoringService;
  readonly entities: readonly Type[];
  /**
   * The service's migrations. They run in order before it serves, after those of the libraries (history, inbox, data
   * keys).
   */
  readonly migrations: readonly Type<MigrationInterface>[];
  /** Tables whose rows are stored for a limited time. Their partitions are made before the service serves. */
  readonly lifetimes?: (config: Config) => readonly TableLifetime[];
  /**
   * A provider that finds out what became of an operation, for operations whose outcome is not recorded together with
   * their effect.
   */
  readonly effects?: Type<Effects>;
  /** A provider that waits before the answers of a route are given. */
  readonly waits?: Type<AnswerWait>;
  /**
   * Lets what stands in an account count as created at a moment, or earlier, because a client has set the time of the
   * account. The account has never had a customer, a transfer or an added bank. May be repeated.
   */
  readonly onClockBegin?: (tx: EntityManager, accountId: string, at: Date) => Promise<void>;
  /** The service's part in what a restore must not bring back. */
  readonly recovery?: RecoverySource;
  /** For a service with streams: the furthest position in them that its data names. Default: none. */
  readonly reachedStreams?: (dataSource: DataSource) => Promise<Position>;
  /** Adds conditions for an append to the claim of its key. Default: none. */
  readonly claims?: (keys: ClaimFunction) => ClaimFunction;
}

export const keepsState = <Config extends object>(
  definition: StatelessDefinition<Config>,
): definition is ServiceDefinition<Config> => 'migrations' in definition;
