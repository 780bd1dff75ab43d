import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts of every kind, as stated by their owners; the version of a forgotten fact still counts. */
export class CreateFacts1795262400050 implements MigrationInterface {
  readonly name = 'CreateFacts1795262400050';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE facts (
        kind    text NOT NULL,
        id      uuid NOT NULL,
        version bigint NOT NULL,
        -- Not heard again yet since a rebuild began.
        stale   boolean NOT NULL DEFAULT false,
        fact    jsonb NOT NULL,
        PRIMARY KEY (kind, id)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE facts');
  }
}
