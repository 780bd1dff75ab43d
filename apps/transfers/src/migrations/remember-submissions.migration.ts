import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The three earlier versions of this function stay: processes of a previous version call theirs. */
const UPDATE_TRANSFERS = `
  CREATE FUNCTION update_transfers(
    ids uuid[], statuses text[], positions bigint[], versions integer[], createds timestamptz[], starteds timestamptz[],
    funded_ids uuid[], returns_due text[], failure_codes text[], account_numbers bigint[], payment_numbers bigint[],
    payment_statuses text[], source_numbers bigint[], destination_numbers bigint[], submitteds timestamptz[]
  ) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
  BEGIN
    UPDATE transfers AS transfer SET
      status = changed.status, position = changed.position, version = changed.version, created = changed.created,
      started = changed.started, funded_id = changed.funded_id, return_due = changed.return_due,
      failure_code = changed.failure_code, account_number = changed.account_number,
      payment_number = changed.payment_number, payment_status = changed.payment_status,
      source_number = changed.source_number, destination_number = changed.destination_number,
      submitted_at = changed.submitted_at
    FROM unnest(ids, statuses, positions, versions, createds, starteds, funded_ids, returns_due, failure_codes,
      account_numbers, payment_numbers, payment_statuses, source_numbers, destination_numbers, submitteds
    ) AS changed (id, status, position, version, created, started, funded_id, return_due, failure_code, account_number,
      payment_number, payment_status, source_number, destination_number, submitted_at
    )
    WHERE transfer.id = changed.id;
  END $$`;

/**
 * Remembers when a transfer was submitted to its bank. Transfers that were submitted before have none; the time of their
 * cut-off, which has passed, says as much.
 */
export class RememberSubmissions1796256000138 implements MigrationInterface {
  readonly name = 'RememberSubmissions1796256000138';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE transfers ADD COLUMN submitted_at timestamptz');
    await queryRunner.query(UPDATE_TRANSFERS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP FUNCTION update_transfers(uuid[], text[], bigint[], integer[], timestamptz[], timestamptz[], uuid[], text[],
        text[], bigint[], bigint[], text[], bigint[], bigint[], timestamptz[])`);
    await queryRunner.query('ALTER TABLE transfers DROP COLUMN submitted_at');
  }
}
