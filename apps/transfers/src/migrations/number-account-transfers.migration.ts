import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Both versions of this function exist: processes of the previous version call the one that has one parameter fewer.
 */
const UPDATE_TRANSFERS = `
  CREATE FUNCTION update_transfers(
    ids uuid[], statuses text[], positions bigint[], versions integer[], createds timestamptz[], starteds timestamptz[],
    funded_ids uuid[], returns_due text[], failure_codes text[], account_numbers bigint[], source_numbers bigint[],
    destination_numbers bigint[]
  ) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
  BEGIN
    UPDATE transfers AS transfer SET
      status = changed.status, position = changed.position, version = changed.version, created = changed.created,
      started = changed.started, funded_id = changed.funded_id, return_due = changed.return_due,
      failure_code = changed.failure_code, account_number = changed.account_number,
      source_number = changed.source_number, destination_number = changed.destination_number
    FROM unnest(ids, statuses, positions, versions, createds, starteds, funded_ids, returns_due, failure_codes,
      account_numbers, source_numbers, destination_numbers
    ) AS changed (id, status, position, version, created, started, funded_id, return_due, failure_code, account_number,
      source_number, destination_number
    )
    WHERE transfer.id = changed.id;
  END $$`;

/** Numbers the transfers of an account and its customers from 1 in their order (ADR 92). */
export class NumberAccountTransfers1795737600300 implements MigrationInterface {
  readonly name = 'NumberAccountTransfers1795737600300';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE transfers ADD COLUMN account_number bigint');
    await queryRunner.query(UPDATE_TRANSFERS);
    await queryRunner.query(`
      UPDATE transfers AS transfer SET account_number = numbered.number
      FROM (
        SELECT id, row_number() OVER (PARTITION BY account_id ORDER BY position, place) AS number
        FROM transfers WHERE source_number IS NOT NULL
      ) AS numbered
      WHERE transfer.id = numbered.id`);
    // The index includes the amount: a separate index for it would cost each transfer more than all of these.
    await queryRunner.query(`
      CREATE INDEX transfers_by_account_number ON transfers (account_id, account_number) INCLUDE (amount_minor)
      WHERE account_number IS NOT NULL`);
    await queryRunner.query(`
      CREATE INDEX transfers_by_account_created ON transfers (account_id, created, account_number)
      WHERE account_number IS NOT NULL`);
    // Nearly all transfers are processed, so only other statuses are indexed.
    await queryRunner.query(`
      CREATE INDEX transfers_by_account_status ON transfers (account_id, status, account_number)
      WHERE status <> 'processed' AND account_number IS NOT NULL`);
    await queryRunner.query(`
      CREATE INDEX transfers_by_account_correlation_id ON transfers (account_id, correlation_id, account_number)
      WHERE correlation_id IS NOT NULL AND account_number IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP FUNCTION update_transfers(uuid[], text[], bigint[], integer[], timestamptz[], timestamptz[], uuid[], text[],
        text[], bigint[], bigint[], bigint[])`);
    await queryRunner.query('ALTER TABLE transfers DROP COLUMN account_number');
  }
}
