import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes two tables. `restores` has a row for each restore that the data has been through; the newest names the epoch.
 * `taken_away` has the entries of the list that the service has recorded, or that were applied to its data.
 */
export class CreateRecovery1796450000001 implements MigrationInterface {
  readonly name = 'CreateRecovery1796450000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE restores (
        epoch integer PRIMARY KEY CHECK (epoch > 0),
        id uuid NOT NULL,
        at timestamptz NOT NULL,
        ended timestamptz
      )`);
    await runner.query(`
      CREATE TABLE taken_away (
        position bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
        entry jsonb NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE taken_away, restores`);
  }
}

/** Migrations for the tables of this library, in the schema that the role's search_path names. */
export const recoveryMigrations = [CreateRecovery1796450000001] as const;
