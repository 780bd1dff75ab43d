import type { MigrationInterface, QueryRunner } from 'typeorm';
import { WRITE_SUBSCRIBED_ATTEMPTS } from '../delivery/outcome/write-attempts.sql.js';

/**
 * Indexes the attempts of a subscription by time. Failed attempts have an index of their own, because the last failure
 * may be long ago.
 */
export class AttemptsBySubscription1795824000112 implements MigrationInterface {
  readonly name = 'AttemptsBySubscription1795824000112';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE attempts ADD COLUMN subscription_id uuid');
    await queryRunner.query(`
      UPDATE attempts SET subscription_id = deliveries.subscription_id
      FROM deliveries WHERE deliveries.id = attempts.delivery_id`);
    await queryRunner.query(`
      CREATE INDEX attempts_subscription ON attempts (subscription_id, attempted_at) INCLUDE (status_code)`);
    await queryRunner.query(`
      CREATE INDEX attempts_failed ON attempts (subscription_id, attempted_at)
      WHERE status_code IS NULL OR status_code < 200 OR status_code > 299`);
    await queryRunner.query(WRITE_SUBSCRIBED_ATTEMPTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION write_subscribed_attempts');
    await queryRunner.query('ALTER TABLE attempts DROP COLUMN subscription_id');
  }
}
