import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The data key of each subject of a service, wrapped by the master key. */
class DataKeys1763700000000 implements MigrationInterface {
  readonly name = 'DataKeys1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE data_keys (
        subject_id text PRIMARY KEY,
        wrapped bytea NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE data_keys');
  }
}

/** For every service that seals: run beside its own. */
export const sealingMigrations = [DataKeys1763700000000] as const;
