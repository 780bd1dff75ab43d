import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The trace that each event came of, for the attempts to deliver it. */
export class EventTraces1795264100000 implements MigrationInterface {
  readonly name = 'EventTraces1795264100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE public_events ADD COLUMN traceparent text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE public_events DROP COLUMN traceparent');
  }
}
