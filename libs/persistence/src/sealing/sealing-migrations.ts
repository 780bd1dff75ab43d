import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes the table of data keys, one for each subject of the service, and the table of master keys that wrap them: see
 * `replace-master-key.ts`. A destroyed key leaves the time of its end, so that data it has sealed is known to be
 * erased, and not damaged.
 */
class DataKeys1763700000000 implements MigrationInterface {
  readonly name = 'DataKeys1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE master_keys (
        id text PRIMARY KEY,
        position bigint GENERATED ALWAYS AS IDENTITY
      )`);
    await runner.query(`
      CREATE TABLE data_keys (
        subject_id text PRIMARY KEY,
        wrapped bytea,
        master_id text REFERENCES master_keys,
        created_at timestamptz NOT NULL DEFAULT now(),
        destroyed_at timestamptz,
        CHECK (num_nulls(wrapped, master_id) = 0 OR num_nulls(wrapped, master_id, destroyed_at) = 2)
      )`);
    await runner.query('CREATE INDEX data_keys_master ON data_keys (master_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE data_keys, master_keys');
  }
}

/** Migrations for every service that seals. They run beside the service's own. */
export const sealingMigrations = [DataKeys1763700000000] as const;
