import type { MigrationInterface, QueryRunner } from 'typeorm';

export class TokenFamilies1764900000000 implements MigrationInterface {
  readonly name = 'TokenFamilies1764900000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE consents (
        person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        application_id uuid NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
        account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        scopes text[] NOT NULL,
        given_at timestamptz NOT NULL,
        PRIMARY KEY (person_id, application_id, account_id)
      )`);
    await queryRunner.query(`
      CREATE TABLE token_families (
        id uuid PRIMARY KEY,
        person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        application_id uuid NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
        account_id uuid NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
        session_id uuid NOT NULL,
        scopes text[] NOT NULL,
        created_at timestamptz NOT NULL,
        exchanged_at timestamptz,
        generation integer NOT NULL,
        refreshed_at timestamptz,
        sealed_answer bytea,
        expires_at timestamptz NOT NULL,
        ended_at timestamptz
      )`);
    await queryRunner.query('CREATE INDEX token_families_person ON token_families (person_id, application_id)');
    await queryRunner.query('CREATE INDEX token_families_expires ON token_families (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE token_families, consents');
  }
}
