import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks a database whose read models have read events already: these are from streams without a namespace. Such a
 * database must not begin new streams beside those, so it is refused.
 */
export class MarkReadStreams1795651200200 implements MigrationInterface {
  readonly name = 'MarkReadStreams1795651200200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'UPDATE installation SET founded = true WHERE EXISTS (SELECT FROM projections WHERE position > 0)',
    );
  }

  down(): Promise<void> {
    return Promise.resolve();
  }
}
