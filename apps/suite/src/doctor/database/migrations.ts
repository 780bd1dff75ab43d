import type { StoringService } from '@halyard/contracts';
import { compareMigrations, SchemaError } from '@halyard/persistence';
import type { DataSource, MigrationInterface } from 'typeorm';
import { type Finding, findingOf } from '../finding.js';

type Session = Pick<DataSource, 'query'>;

/** Compares the migrations of a service's schema with those of this build. */
export async function migrationFaults(
  service: StoringService,
  session: Session,
  migrations: readonly (new () => MigrationInterface)[],
): Promise<readonly Finding[]> {
  try {
    const known = migrations.map((Migration) => new Migration());
    const { pending, unknown } = await compareMigrations(session, service, known);
    return [
      ...(pending.length > 0
        ? [findingOf('migration-missing', { service, migrations: pending.join(', ') }, service)]
        : []),
      ...(unknown.length > 0
        ? [findingOf('migration-newer', { service, migrations: unknown.join(', ') }, service)]
        : []),
    ];
  } catch (error) {
    if (!(error instanceof SchemaError)) throw error;
    return [findingOf('migration-changed', { sentence: error.message }, service)];
  }
}
