import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Marks the requests that people send through an application of ours. For earlier requests this is unknown: they are
 * taken for such requests if they were sent for a person. The index contains only people's requests, because they are
 * rare in the log of an account whose applications are busy.
 */
export class TellPeopleApart1796272800134 implements MigrationInterface {
  readonly name = 'TellPeopleApart1796272800134';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE requests ADD COLUMN is_first_party boolean');
    await queryRunner.query(`
      CREATE INDEX requests_by_people ON requests (account_id, id)
      WHERE coalesce(is_first_party, person_id IS NOT NULL)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX requests_by_people');
    await queryRunner.query('ALTER TABLE requests DROP COLUMN is_first_party');
  }
}
