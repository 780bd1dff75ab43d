import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What read models have taken came from streams without a namespace: the database must not begin new ones beside them,
 * and is refused.
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
