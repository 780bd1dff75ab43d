import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Without a collector, and unless its sender traces it, the trace of a request is its id, by which the primary key finds
 * it. Only other traces are in an index of their own.
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
