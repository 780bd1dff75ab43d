import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DeviceGrants1765200000000 implements MigrationInterface {
  readonly name = 'DeviceGrants1765200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE device_grants (
        device_hash text PRIMARY KEY,
        user_hash text NOT NULL CONSTRAINT device_grants_user_code UNIQUE,
        application_id uuid NOT NULL REFERENCES applications (id) ON DELETE CASCADE,
        scopes text[] NOT NULL,
        sealed_network bytea NOT NULL,
        created_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        polled_at timestamptz,
        decided_at timestamptz,
        family_id uuid
      )`);
    await queryRunner.query('CREATE INDEX device_grants_expires ON device_grants (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE device_grants');
  }
}
