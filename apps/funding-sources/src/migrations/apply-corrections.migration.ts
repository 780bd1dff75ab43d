import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Remembers each correction of a bank's numbers, and whether it changed the bank. It has no number. */
export class ApplyCorrections1796342400158 implements MigrationInterface {
  readonly name = 'ApplyCorrections1796342400158';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE applied_corrections (
        correction_id     uuid PRIMARY KEY,
        funding_source_id uuid NOT NULL,
        code              text NOT NULL,
        applied           boolean NOT NULL,
        applied_at        timestamptz NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE applied_corrections');
  }
}
