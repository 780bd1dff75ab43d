import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes three tables. `account_clocks` has the last step of each account that ever left real time, and what the service
 * has done since of what was due. `clock_readers` has the processes of the service that know which accounts have left
 * it, and `clock_readers_left` says with which of these accounts a process has nothing under way any more that began
 * without a lock.
 */
export class CreateAccountClocks1796359200001 implements MigrationInterface {
  readonly name = 'CreateAccountClocks1796359200001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE account_clocks (
        account_id uuid PRIMARY KEY,
        step bigint NOT NULL,
        mode text NOT NULL,
        banks text NOT NULL,
        is_advancing boolean NOT NULL,
        at timestamptz NOT NULL,
        made_at timestamptz NOT NULL,
        left_real boolean NOT NULL,
        did jsonb NOT NULL DEFAULT '{}'
      )`);
    await runner.query(`CREATE TABLE clock_readers (process_id uuid PRIMARY KEY)`);
    await runner.query(`
      CREATE TABLE clock_readers_left (
        process_id uuid NOT NULL,
        account_id uuid NOT NULL,
        step bigint NOT NULL,
        PRIMARY KEY (process_id, account_id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE clock_readers_left, clock_readers, account_clocks`);
  }
}
