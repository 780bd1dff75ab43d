import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LogInTimes1796000000000 implements MigrationInterface {
  readonly name = 'LogInTimes1796000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE token_families ADD authenticated_at timestamptz');
    await queryRunner.query(
      'UPDATE token_families SET authenticated_at = began_at FROM sessions WHERE sessions.id = session_id',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE token_families DROP authenticated_at');
  }
}
