import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds rare requests without reading frequent ones: successful GET and POST requests are in none of these. */
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
