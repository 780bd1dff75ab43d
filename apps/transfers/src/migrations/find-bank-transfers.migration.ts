import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Moves between two balances get no entry: most transfers are such moves, and each would have to write two entries. */
export class FindBankTransfers1795824000111 implements MigrationInterface {
  readonly name = 'FindBankTransfers1795824000111';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const end of ['source', 'destination']) {
      await queryRunner.query(`
        CREATE INDEX transfers_by_${end} ON transfers (${end}_funding_source_id, account_number)
        WHERE account_number IS NOT NULL
          AND (kind <> 'balanceMove' OR funding_id IS NOT NULL OR funded_id IS NOT NULL)`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX transfers_by_source, transfers_by_destination');
  }
}
