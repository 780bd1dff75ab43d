import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds an index of failed deliveries, so that all others need not be read. A delivery that never fails costs no entry.
 */
export class FindFailedDeliveries1796100000131 implements MigrationInterface {
  readonly name = 'FindFailedDeliveries1796100000131';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE INDEX deliveries_failed ON deliveries (subscription_id, sequence)
      WHERE state = 'failed' AND resend_of IS NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX deliveries_failed');
  }
}
