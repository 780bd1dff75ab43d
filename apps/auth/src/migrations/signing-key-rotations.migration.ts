import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SigningKeyRotations1765100000000 implements MigrationInterface {
  readonly name = 'SigningKeyRotations1765100000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE signing_keys ADD signs_from timestamptz NOT NULL DEFAULT now(), ADD verifies_until timestamptz',
    );
    await queryRunner.query('UPDATE signing_keys SET signs_from = created_at');
    await queryRunner.query('CREATE INDEX signing_keys_verifies ON signing_keys (verifies_until)');
    await queryRunner.query(`
      CREATE TABLE signing_key_rotations (
        id uuid PRIMARY KEY,
        kids text[] NOT NULL,
        is_emergency boolean NOT NULL,
        operator uuid NOT NULL,
        created_at timestamptz NOT NULL,
        signs_from timestamptz NOT NULL,
        former_until timestamptz NOT NULL,
        withdrawn_at timestamptz
      )`);
    await queryRunner.query('CREATE INDEX signing_key_rotations_created ON signing_key_rotations (created_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE signing_key_rotations');
    await queryRunner.query('ALTER TABLE signing_keys DROP signs_from, DROP verifies_until');
  }
}
