import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes two tables. `leases` says which process of a service does work that only one may do at a time.
 *
 * `due_work` has work for a later time. `due_at` is in the account's time, or in system time if there is no account.
 * `run_at` is the same moment in system time; it is null while the account's clock stands still before it.
 */
export class CreateBackgroundWork1763712000003 implements MigrationInterface {
  readonly name = 'CreateBackgroundWork1763712000003';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE leases (
        name text PRIMARY KEY,
        holder uuid NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await runner.query(`
      CREATE TABLE due_work (
        kind text NOT NULL,
        key text NOT NULL,
        account_id uuid,
        due_at timestamptz NOT NULL,
        run_at timestamptz,
        place bigint GENERATED ALWAYS AS IDENTITY,
        data jsonb NOT NULL,
        attempts integer NOT NULL DEFAULT 0,
        cause text,
        PRIMARY KEY (kind, key)
      )`);
    await runner.query(`CREATE INDEX due_work_run ON due_work (run_at, place) WHERE run_at IS NOT NULL`);
    await runner.query(`CREATE INDEX due_work_account ON due_work (account_id) WHERE account_id IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE due_work, leases`);
  }
}
