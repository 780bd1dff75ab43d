import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Postgres would keep the statistics of names for ever after a table was emptied. */
export class ForgetNamesOfOwners1796083200117 implements MigrationInterface {
  readonly name = 'ForgetNamesOfOwners1796083200117';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE beneficial_owners ALTER search_text SET STATISTICS 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE beneficial_owners ALTER search_text SET STATISTICS DEFAULT');
  }
}
