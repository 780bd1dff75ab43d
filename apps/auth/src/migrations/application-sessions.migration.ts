import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ApplicationSessions1765000000000 implements MigrationInterface {
  readonly name = 'ApplicationSessions1765000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions ADD application_id uuid');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE sessions DROP application_id');
  }
}
