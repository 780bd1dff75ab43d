import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sessions1764300000000 implements MigrationInterface {
  readonly name = 'Sessions1764300000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE sessions (
        id uuid PRIMARY KEY,
        token_hash text NOT NULL UNIQUE,
        person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        browser_hash text NOT NULL,
        device text NOT NULL,
        methods text[] NOT NULL,
        is_complete boolean NOT NULL,
        next_path text NOT NULL,
        began_at timestamptz NOT NULL,
        seen_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      )`);
    await queryRunner.query('CREATE INDEX sessions_person ON sessions (person_id, began_at)');
    await queryRunner.query('CREATE INDEX sessions_expires ON sessions (expires_at)');
    await queryRunner.query(`
      CREATE TABLE second_factors (
        person_id uuid PRIMARY KEY REFERENCES people (id) ON DELETE CASCADE,
        sealed_seed bytea NOT NULL,
        last_step bigint NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE recovery_codes (
        person_id uuid NOT NULL REFERENCES second_factors (person_id) ON DELETE CASCADE,
        code_hash text NOT NULL,
        PRIMARY KEY (person_id, code_hash)
      )`);
    await queryRunner.query(`
      CREATE TABLE password_resets (
        token_hash text PRIMARY KEY,
        person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX password_resets_person ON password_resets (person_id)');
    await queryRunner.query('CREATE INDEX password_resets_expires ON password_resets (expires_at)');
    await queryRunner.query(`
      CREATE TABLE guesses (
        key text PRIMARY KEY,
        wrong integer NOT NULL,
        last_at timestamptz NOT NULL,
        wait_until timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX guesses_last ON guesses (last_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE guesses, password_resets, recovery_codes, second_factors, sessions');
  }
}
