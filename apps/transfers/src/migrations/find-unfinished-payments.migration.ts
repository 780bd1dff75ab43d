import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the payments that somebody has to drive on, among all that have open holds. */
export class FindUnfinishedPayments1796256000141 implements MigrationInterface {
  readonly name = 'FindUnfinishedPayments1796256000141';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE INDEX unfinished_payments_due ON unfinished_payments (payment_id) WHERE due OR holds <> awaited`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX unfinished_payments_due');
  }
}
