import type { DynamicModule, Type } from '@nestjs/common';
import type { ServiceName, StoringService } from '@halyard/contracts';
import type { ClaimFunction } from '@halyard/event-store';
import type { TableLifetime } from '@halyard/persistence';
import type { Effects } from '@halyard/changes';
import type { MigrationInterface } from 'typeorm';

/**
 * Everything that a composition needs to run a service without state. Injectable everywhere in its module, by class:
 * ServiceClient, ServiceCalls, Clock, Health, Metrics, and the pino logger under LOGGER.
 */
export interface StatelessDefinition<Config extends object = object> {
  readonly name: ServiceName;
  /** Reads the environment once. @throws ConfigError naming every bad setting */
  readonly config: (env: Readonly<Record<string, string | undefined>>) => Config;
  readonly module: (config: Config) => DynamicModule | Type;
}

/**
 * A service with its own database. Also injectable: DataSource (TypeORM, on the service's own schema and role),
 * MessageBus, Changes, Idempotency, DueWork, Sealer and EventStore.
 */
export interface ServiceDefinition<Config extends object = object> extends StatelessDefinition<Config> {
  readonly name: StoringService;
  readonly entities: readonly Type[];
  /** Run in order before serving, after those of the libraries (history, inbox, data keys). */
  readonly migrations: readonly Type<MigrationInterface>[];
  /** Tables whose rows are kept for a limited time; their partitions are created before the service serves. */
  readonly lifetimes?: (config: Config) => readonly TableLifetime[];
  /**
   * A provider of its module that finds the outcome of operations whose outcome is not recorded together with their
   * effect.
   */
  readonly effects?: Type<Effects>;
  /** Conditions for an append besides the claim of its key. Default: none. */
  readonly claims?: (keys: ClaimFunction) => ClaimFunction;
}

export const keepsState = <Config extends object>(
  definition: StatelessDefinition<Config>,
): definition is ServiceDefinition<Config> => 'migrations' in definition;
