import type { MigrationInterface, QueryRunner } from 'typeorm';

export class People1764200000000 implements MigrationInterface {
  readonly name = 'People1764200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE people (
        id uuid PRIMARY KEY,
        email_hash text NOT NULL CONSTRAINT people_email UNIQUE,
        sealed_email bytea NOT NULL,
        sealed_name bytea NOT NULL,
        password_hash text NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE memberships (
        account_id uuid NOT NULL REFERENCES accounts (id),
        person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        role text NOT NULL CHECK (role IN ('viewer', 'member', 'treasurer', 'owner', 'operator')),
        created_at timestamptz NOT NULL,
        PRIMARY KEY (account_id, person_id)
      )`);
    await queryRunner.query('CREATE INDEX memberships_person ON memberships (person_id)');
    await queryRunner.query(`
      CREATE TABLE invitations (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        email_hash text NOT NULL,
        sealed_email bytea NOT NULL,
        sealed_name bytea NOT NULL,
        role text NOT NULL CHECK (role IN ('viewer', 'member', 'treasurer', 'owner')),
        token_hash text NOT NULL UNIQUE,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT invitations_email UNIQUE (account_id, email_hash)
      )`);
    await queryRunner.query('CREATE INDEX invitations_expires ON invitations (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE invitations, memberships, people');
  }
}
