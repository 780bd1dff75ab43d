import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A database whose read models have read events has read streams without a namespace. It must not begin new streams
 * beside those, so that it is marked and refused.
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
