import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sessions1765000000000 implements MigrationInterface {
  readonly name = 'Sessions1765000000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        token_hash text NOT NULL UNIQUE,
        person_id uuid,
        account_id uuid,
        sealed_tokens bytea,
        logged_in_at timestamptz,
        seen_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX sessions_expires ON sessions (expires_at)');
    await queryRunner.query(`
      CREATE TABLE log_in_attempts (
        state_hash text PRIMARY KEY,
        session_id uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
        nonce text NOT NULL,
        verifier text NOT NULL,
        return_path text NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX log_in_attempts_session ON log_in_attempts (session_id, expires_at)');
    await queryRunner.query('CREATE INDEX log_in_attempts_expires ON log_in_attempts (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE log_in_attempts, sessions');
  }
}
