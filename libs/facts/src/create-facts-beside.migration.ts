import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the table of the facts that a rebuild has heard again, beside those that serve. */
export class CreateFactsBeside1796450000147 implements MigrationInterface {
  readonly name = 'CreateFactsBeside1796450000147';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE facts_beside (
        kind    text NOT NULL,
        id      uuid NOT NULL,
        version bigint NOT NULL,
        fact    jsonb NOT NULL,
        PRIMARY KEY (kind, id)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE facts_beside');
  }
}
