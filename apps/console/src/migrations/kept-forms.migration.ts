import type { MigrationInterface, QueryRunner } from 'typeorm';

export class KeptForms1765100000000 implements MigrationInterface {
  readonly name = 'KeptForms1765100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions ADD COLUMN sealed_form bytea');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions DROP COLUMN sealed_form');
  }
}
