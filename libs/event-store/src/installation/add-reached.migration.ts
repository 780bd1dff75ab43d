import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Adds how far the streams were when a process last looked, so that an older store is recognized. */
export class AddReached1796450200001 implements MigrationInterface {
  readonly name = 'AddReached1796450200001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE installation ADD reached bigint NOT NULL DEFAULT 0, ADD reached_at timestamptz`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE installation DROP reached, DROP reached_at');
  }
}
