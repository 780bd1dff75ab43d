import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A search finds a payment by its request's trace. Older payments have none until the read model is rebuilt. */
export class FindPaymentsByTrace1796083200115 implements MigrationInterface {
  readonly name = 'FindPaymentsByTrace1796083200115';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE transfers ADD COLUMN trace uuid');
    await queryRunner.query(`
      CREATE INDEX transfers_by_account_trace ON transfers (account_id, trace, account_number)
      WHERE trace IS NOT NULL AND account_number IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE transfers DROP COLUMN trace');
  }
}
