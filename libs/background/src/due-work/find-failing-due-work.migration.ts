import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `failing_since` is when an item was to run that has failed since, in system time: each failure puts `run_at` off. The
 * index finds for the metrics the item that has failed longest.
 */
export class FindFailingDueWork1796500000150 implements MigrationInterface {
  readonly name = 'FindFailingDueWork1796500000150';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE due_work ADD COLUMN failing_since timestamptz');
    await runner.query(`
      CREATE INDEX due_work_failing ON due_work (failing_since) WHERE failing_since IS NOT NULL AND run_at IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX due_work_failing');
    await runner.query('ALTER TABLE due_work DROP COLUMN failing_since');
  }
}
