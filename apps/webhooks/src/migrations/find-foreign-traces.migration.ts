import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds an index of traces that came from a collector or a sender. A request's trace usually equals its id, which the
 * primary key finds.
 */
export class FindForeignTraces1796186400133 implements MigrationInterface {
  readonly name = 'FindForeignTraces1796186400133';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX requests_trace');
    await queryRunner.query('CREATE INDEX requests_foreign_trace ON requests (account_id, trace) WHERE trace <> id');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX requests_foreign_trace');
    await queryRunner.query('CREATE INDEX requests_trace ON requests (account_id, trace)');
  }
}
