import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The first entries of a list are in no index of a filter: they are read one by one, and most parties have no more than
 * those. An entry of each index is somewhere else for each party, and costs more than the row itself.
 */
export class ListHeadWithoutFilters1795694400000 implements MigrationInterface {
  readonly name = 'ListHeadWithoutFilters1795694400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.recreate(queryRunner, 'WHERE number > 256');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await this.recreate(queryRunner, '');
  }

  private async recreate(queryRunner: QueryRunner, which: string): Promise<void> {
    for (const column of ['other_party_id', 'created', 'amount_minor']) {
      await queryRunner.query(`DROP INDEX party_transfers_by_${column}`);
      await queryRunner.query(
        `CREATE INDEX party_transfers_by_${column} ON party_transfers (party_id, ${column}, number) ${which}`,
      );
    }
  }
}
