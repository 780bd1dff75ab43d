import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Parties that have not been heard of again since they were forgotten. */
export class StaleParties1795264000000 implements MigrationInterface {
  readonly name = 'StaleParties1795264000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE parties ADD COLUMN stale boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE parties DROP COLUMN stale');
  }
}
