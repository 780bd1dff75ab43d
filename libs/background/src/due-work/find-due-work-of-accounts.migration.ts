import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what is due next in an account, and which of its items the runner would take, without reading all of them. */
export class FindDueWorkOfAccounts1796359200000 implements MigrationInterface {
  readonly name = 'FindDueWorkOfAccounts1796359200000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX due_work_account_time ON due_work (account_id, due_at, kind, place) WHERE account_id IS NOT NULL`);
    await runner.query(`
      CREATE INDEX due_work_account_run ON due_work (account_id) WHERE account_id IS NOT NULL AND run_at IS NOT NULL`);
    await runner.query(`DROP INDEX due_work_account`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX due_work_account ON due_work (account_id) WHERE account_id IS NOT NULL`);
    await runner.query(`DROP INDEX due_work_account_time, due_work_account_run`);
  }
}
