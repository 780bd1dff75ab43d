import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Read models that are rebuilt: how often a projection was, and which facts have not been heard again yet. */
export class RebuildReadModels1795264000000 implements MigrationInterface {
  readonly name = 'RebuildReadModels1795264000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE projections ADD COLUMN rebuilt integer NOT NULL DEFAULT 0');
    await queryRunner.query('ALTER TABLE party_facts ADD COLUMN stale boolean NOT NULL DEFAULT false');
    await queryRunner.query('ALTER TABLE funding_source_facts ADD COLUMN stale boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE funding_source_facts DROP COLUMN stale');
    await queryRunner.query('ALTER TABLE party_facts DROP COLUMN stale');
    await queryRunner.query('ALTER TABLE projections DROP COLUMN rebuilt');
  }
}
