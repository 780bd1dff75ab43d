import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The earlier versions of this function stay: processes of a previous version call theirs. */
const UPDATE_TRANSFERS = `
  CREATE FUNCTION update_transfers(
    ids uuid[], statuses text[], positions bigint[], versions integer[], createds timestamptz[], starteds timestamptz[],
    funded_ids uuid[], returns_due text[], failure_codes text[], account_numbers bigint[], payment_numbers bigint[],
    payment_statuses text[], source_numbers bigint[], destination_numbers bigint[], submitteds timestamptz[],
    corrections_then text[]
  ) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
  BEGIN
    UPDATE transfers AS transfer SET
      status = changed.status, position = changed.position, version = changed.version, created = changed.created,
      started = changed.started, funded_id = changed.funded_id, return_due = changed.return_due,
      failure_code = changed.failure_code, account_number = changed.account_number,
      payment_number = changed.payment_number, payment_status = changed.payment_status,
      source_number = changed.source_number, destination_number = changed.destination_number,
      submitted_at = changed.submitted_at, corrections = changed.corrections::jsonb
    FROM unnest(ids, statuses, positions, versions, createds, starteds, funded_ids, returns_due, failure_codes,
      account_numbers, payment_numbers, payment_statuses, source_numbers, destination_numbers, submitteds,
      corrections_then
    ) AS changed (id, status, position, version, created, started, funded_id, return_due, failure_code, account_number,
      payment_number, payment_status, source_number, destination_number, submitted_at, corrections
    )
    WHERE transfer.id = changed.id;
  END $$`;

/** Remembers what banks have corrected, on the transfers that it is about. */
export class RememberCorrections1796342400155 implements MigrationInterface {
  readonly name = 'RememberCorrections1796342400155';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE transfers ADD COLUMN corrections jsonb');
    await runner.query(UPDATE_TRANSFERS);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP FUNCTION update_transfers(uuid[], text[], bigint[], integer[], timestamptz[], timestamptz[], uuid[], text[],
        text[], bigint[], bigint[], text[], bigint[], bigint[], timestamptz[], text[])`);
    await runner.query('ALTER TABLE transfers DROP COLUMN corrections');
  }
}
