import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FormUses1796003000000 implements MigrationInterface {
  readonly name = 'FormUses1796003000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE form_uses (
        key text PRIMARY KEY,
        browser_hash text NOT NULL,
        claimed_at timestamptz NOT NULL,
        done_at timestamptz,
        sealed_answer bytea,
        expires_at timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX form_uses_expires ON form_uses (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE form_uses');
  }
}
