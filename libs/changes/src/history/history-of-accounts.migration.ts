import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds what was written for an account after a place in the order in which the bus reads. */
export class FindHistoryOfAccounts1796083200002 implements MigrationInterface {
  readonly name = 'FindHistoryOfAccounts1796083200002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE INDEX history_account ON history (account_id, xid, position)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP INDEX history_account`);
  }
}
