import type { MigrationInterface, QueryRunner } from 'typeorm';
import { LONGEST_DUE } from '../delivery/overdue/longest-due.sql.js';

/**
 * `due_at` is when a delivery became due again, after a retry's delay or a pause. It is null while the delivery is due
 * since it was recorded, or requested. `longest_due` finds for the metrics since when one has been due, and the index
 * counts the paused subscriptions.
 */
export class MeasureDeliveries1796500000151 implements MigrationInterface {
  readonly name = 'MeasureDeliveries1796500000151';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE deliveries ADD COLUMN due_at timestamptz');
    await queryRunner.query('CREATE INDEX subscriptions_paused ON subscriptions (pause_reason) WHERE paused');
    await queryRunner.query(LONGEST_DUE);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION longest_due');
    await queryRunner.query('DROP INDEX subscriptions_paused');
    await queryRunner.query('ALTER TABLE deliveries DROP COLUMN due_at');
  }
}
