import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Adds accounts to the ledger's sums and rebuilds them. The previous version can no longer write sums, as it would
 * leave the account out.
 */
export class AttributeLedger1795910400100 implements MigrationInterface {
  readonly name = 'AttributeLedger1795910400100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('TRUNCATE ledger_balances, ledger_payments, ledger_totals');
    await queryRunner.query(`
      UPDATE projections SET position = 0, rebuilt = rebuilt + 1, stopped_from = NULL, stopped_at = NULL
      WHERE name = 'ledger'`);
    for (const table of ['ledger_balances', 'ledger_payments', 'ledger_totals']) {
      await queryRunner.query(`ALTER TABLE ${table} ADD COLUMN account_id uuid NOT NULL`);
    }
    await queryRunner.query(
      'ALTER TABLE ledger_totals DROP CONSTRAINT ledger_totals_pkey, ADD PRIMARY KEY (account_id, name)',
    );
    // The index leaves out the amount, so that a change of the amount alone needs no new index entry.
    await queryRunner.query('CREATE INDEX ledger_balances_account ON ledger_balances (account_id)');
    await queryRunner.query('CREATE INDEX ledger_payments_account ON ledger_payments (account_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('TRUNCATE ledger_balances, ledger_payments, ledger_totals');
    await queryRunner.query('ALTER TABLE ledger_totals DROP CONSTRAINT ledger_totals_pkey, ADD PRIMARY KEY (name)');
    for (const table of ['ledger_balances', 'ledger_payments', 'ledger_totals']) {
      await queryRunner.query(`ALTER TABLE ${table} DROP COLUMN account_id`);
    }
    await queryRunner.query(`UPDATE projections SET position = 0, rebuilt = rebuilt + 1 WHERE name = 'ledger'`);
  }
}
