import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Passkeys1764600000000 implements MigrationInterface {
  readonly name = 'Passkeys1764600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE passkeys (
        id uuid PRIMARY KEY,
        person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
        credential_id text NOT NULL CONSTRAINT passkeys_credential UNIQUE,
        public_key bytea NOT NULL,
        counter bigint NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX passkeys_person ON passkeys (person_id)');
    await queryRunner.query('ALTER TABLE recovery_codes DROP CONSTRAINT recovery_codes_person_id_fkey');
    await queryRunner.query(
      `ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_person
       FOREIGN KEY (person_id) REFERENCES people (id) ON DELETE CASCADE`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE recovery_codes DROP CONSTRAINT recovery_codes_person');
    await queryRunner.query('DELETE FROM recovery_codes WHERE person_id NOT IN (SELECT person_id FROM second_factors)');
    await queryRunner.query(
      `ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_person_id_fkey
       FOREIGN KEY (person_id) REFERENCES second_factors (person_id) ON DELETE CASCADE`,
    );
    await queryRunner.query('DROP TABLE passkeys');
  }
}
