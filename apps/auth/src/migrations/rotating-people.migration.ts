import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RotatingPeople1795910400000 implements MigrationInterface {
  readonly name = 'RotatingPeople1795910400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE signing_key_rotations ADD person_id uuid');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE signing_key_rotations DROP person_id');
  }
}
