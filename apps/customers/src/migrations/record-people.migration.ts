import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stores the person beside the application in every record of an operator's act. */
export class RecordPeople1795910400010 implements MigrationInterface {
  readonly name = 'RecordPeople1795910400010';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE documents ADD reviewer_id uuid');
    await queryRunner.query('ALTER TABLE erasures ADD person_id uuid');
    await queryRunner.query('ALTER TABLE legal_holds ADD person_id uuid, ADD lifted_by_person uuid');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE legal_holds DROP person_id, DROP lifted_by_person');
    await queryRunner.query('ALTER TABLE erasures DROP person_id');
    await queryRunner.query('ALTER TABLE documents DROP reviewer_id');
  }
}
