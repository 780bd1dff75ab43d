import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSnapshots1795262400200 implements MigrationInterface {
  readonly name = 'CreateSnapshots1795262400200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE snapshots (
        stream        text COLLATE "C" PRIMARY KEY,
        codec_version integer NOT NULL,
        revision      integer NOT NULL,
        position      bigint NOT NULL,
        state         json NOT NULL,
        saved_at      timestamptz NOT NULL DEFAULT now()
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE snapshots');
  }
}
