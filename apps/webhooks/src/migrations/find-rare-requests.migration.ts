import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds indexes of rare requests, so that frequent ones need not be read. Successful GET and POST requests are in
 * none of them.
 */
export class FindRareRequests1796100000113 implements MigrationInterface {
  readonly name = 'FindRareRequests1796100000113';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE INDEX requests_code ON requests (account_id, code, id) WHERE status >= 400');
    await queryRunner.query('CREATE INDEX requests_status ON requests (account_id, status, id) WHERE status >= 400');
    await queryRunner.query(
      "CREATE INDEX requests_method ON requests (account_id, method, id) WHERE method NOT IN ('GET', 'POST')",
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX requests_code, requests_status, requests_method');
  }
}
