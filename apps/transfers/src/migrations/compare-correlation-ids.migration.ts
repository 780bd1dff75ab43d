import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Correlation ids are ASCII, and a search ignores their case. The list of transfers uses the same index. */
export class CompareCorrelationIds1795737600401 implements MigrationInterface {
  readonly name = 'CompareCorrelationIds1795737600401';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX transfers_by_account_correlation_id');
    await queryRunner.query(`
      CREATE INDEX transfers_by_account_correlation_id ON transfers (account_id, lower(correlation_id), account_number)
      WHERE correlation_id IS NOT NULL AND account_number IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX transfers_by_account_correlation_id');
    await queryRunner.query(`
      CREATE INDEX transfers_by_account_correlation_id ON transfers (account_id, correlation_id, account_number)
      WHERE correlation_id IS NOT NULL AND account_number IS NOT NULL`);
  }
}
