import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes a table with one row: the id of the database's installation, and whether the installation has streams already.
 */
export class CreateInstallation1795651200100 implements MigrationInterface {
  readonly name = 'CreateInstallation1795651200100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE installation (
        id      uuid NOT NULL,
        founded boolean NOT NULL,
        single  boolean PRIMARY KEY DEFAULT true CHECK (single)
      )`);
    await queryRunner.query('INSERT INTO installation (id, founded) VALUES (gen_random_uuid(), false)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE installation');
  }
}
