import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The data key of each subject of a service, wrapped by a master key, and by which: see `replace-master-key.ts`. */
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
        wrapped bytea NOT NULL,
        master_id text NOT NULL REFERENCES master_keys,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX data_keys_master ON data_keys (master_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE data_keys, master_keys');
  }
}

/** For every service that seals: run beside its own. */
export const sealingMigrations = [DataKeys1763700000000] as const;
