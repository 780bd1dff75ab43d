import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Accounts1763700000000 implements MigrationInterface {
  readonly name = 'Accounts1763700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE accounts (
        id uuid PRIMARY KEY,
        name text NOT NULL,
        type text NOT NULL,
        timezone_offset double precision NOT NULL,
        settings jsonb,
        version integer NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE applications (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        key text NOT NULL UNIQUE,
        name text NOT NULL,
        secret_hash text NOT NULL,
        scopes text[] NOT NULL,
        status text NOT NULL CHECK (status IN ('active', 'disabled')),
        origins text[],
        created_at timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX applications_account_id ON applications (account_id)');
    await queryRunner.query(`
      CREATE TABLE signing_keys (
        kid text PRIMARY KEY,
        sealed_jwk bytea NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE oidc_payloads (
        model text NOT NULL,
        id_hash text NOT NULL,
        uid_hash text,
        user_code_hash text,
        grant_hash text,
        sealed_payload bytea NOT NULL,
        consumed_at timestamptz,
        expires_at timestamptz,
        PRIMARY KEY (model, id_hash)
      )`);
    await queryRunner.query(
      'CREATE INDEX oidc_payloads_uid ON oidc_payloads (model, uid_hash) WHERE uid_hash IS NOT NULL',
    );
    await queryRunner.query(
      'CREATE INDEX oidc_payloads_user_code ON oidc_payloads (model, user_code_hash) WHERE user_code_hash IS NOT NULL',
    );
    await queryRunner.query(
      'CREATE INDEX oidc_payloads_grant ON oidc_payloads (grant_hash) WHERE grant_hash IS NOT NULL',
    );
    await queryRunner.query('CREATE INDEX oidc_payloads_expires ON oidc_payloads (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE oidc_payloads, signing_keys, applications, accounts');
  }
}
