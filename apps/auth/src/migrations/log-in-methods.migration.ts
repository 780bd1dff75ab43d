import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores how the person logged in, which the ID tokens of refreshes repeat. */
export class LogInMethods1796002000000 implements MigrationInterface {
  readonly name = 'LogInMethods1796002000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE token_families ADD methods text[]');
    await queryRunner.query(
      'UPDATE token_families SET methods = sessions.methods FROM sessions WHERE sessions.id = session_id',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE token_families DROP methods');
  }
}
