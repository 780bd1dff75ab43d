import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Revocations1764800000000 implements MigrationInterface {
  readonly name = 'Revocations1764800000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    // A revocation gets its number after its commit, so that numbers become visible in their order (ADR 85).
    await queryRunner.query('CREATE SEQUENCE revocation_numbers AS bigint');
    await queryRunner.query(`
      CREATE TABLE revocations (
        kind text NOT NULL,
        id text NOT NULL,
        before timestamptz,
        expires_at timestamptz NOT NULL,
        number bigint,
        PRIMARY KEY (kind, id)
      )`);
    await queryRunner.query('CREATE UNIQUE INDEX revocations_number ON revocations (number)');
    await queryRunner.query('CREATE INDEX revocations_unnumbered ON revocations (kind) WHERE number IS NULL');
    await queryRunner.query('CREATE INDEX revocations_expires ON revocations (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE revocations');
    await queryRunner.query('DROP SEQUENCE revocation_numbers');
  }
}
