import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RequiredFactors1764700000000 implements MigrationInterface {
  readonly name = 'RequiredFactors1764700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts ADD requires_second_factor boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE accounts DROP requires_second_factor');
  }
}
