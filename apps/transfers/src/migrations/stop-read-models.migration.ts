import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the event that a read model can't process. This stop counts while the read model stays where it is. */
export class StopReadModels1795737600400 implements MigrationInterface {
  readonly name = 'StopReadModels1795737600400';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE projections ADD COLUMN stopped_from bigint, ADD COLUMN stopped_at jsonb');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE projections DROP COLUMN stopped_from, DROP COLUMN stopped_at');
  }
}
