import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Both earlier versions of this function stay: processes of a previous version call theirs. */
const UPDATE_TRANSFERS = `
  CREATE FUNCTION update_transfers(
    ids uuid[], statuses text[], positions bigint[], versions integer[], createds timestamptz[], starteds timestamptz[],
    funded_ids uuid[], returns_due text[], failure_codes text[], account_numbers bigint[], payment_numbers bigint[],
    payment_statuses text[], source_numbers bigint[], destination_numbers bigint[]
  ) RETURNS void LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
  BEGIN
    UPDATE transfers AS transfer SET
      status = changed.status, position = changed.position, version = changed.version, created = changed.created,
      started = changed.started, funded_id = changed.funded_id, return_due = changed.return_due,
      failure_code = changed.failure_code, account_number = changed.account_number,
      payment_number = changed.payment_number, payment_status = changed.payment_status,
      source_number = changed.source_number, destination_number = changed.destination_number
    FROM unnest(ids, statuses, positions, versions, createds, starteds, funded_ids, returns_due, failure_codes,
      account_numbers, payment_numbers, payment_statuses, source_numbers, destination_numbers
    ) AS changed (id, status, position, version, created, started, funded_id, return_due, failure_code, account_number,
      payment_number, payment_status, source_number, destination_number
    )
    WHERE transfer.id = changed.id;
  END $$`;

/**
 * A processed transfer has two versions. With a third, it bears the news that the transfer after it was never created,
 * which fails the payment (`payment-status.ts`).
 */
const FILL = `
  UPDATE transfers AS transfer SET payment_number = payment.number, payment_status = payment.status
  FROM (
    SELECT main.id, row_number() OVER (PARTITION BY main.account_id ORDER BY main.account_number) AS number,
      CASE WHEN legs.failed THEN 'failed' WHEN legs.cancelled THEN 'cancelled'
        WHEN legs.processed THEN 'processed' ELSE 'pending' END AS status
    FROM transfers AS main
    JOIN (
      SELECT payment_id, bool_or(status = 'failed' OR (status = 'processed' AND version > 2)) AS failed,
        bool_or(status = 'cancelled') AS cancelled, bool_and(status = 'processed') AS processed
      FROM transfers WHERE kind <> 'fee' AND account_number IS NOT NULL
      GROUP BY payment_id
    ) AS legs ON legs.payment_id = main.id
    WHERE main.account_number IS NOT NULL
  ) AS payment
  WHERE transfer.id = payment.id`;

/** Numbers the payments of an account and its customers from 1 in their order, and gives each its status (ADR 133). */
export class ListPayments1796169600133 implements MigrationInterface {
  readonly name = 'ListPayments1796169600133';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE transfers ADD COLUMN payment_number bigint, ADD COLUMN payment_status text');
    await queryRunner.query(UPDATE_TRANSFERS);
    await queryRunner.query(FILL);
    await queryRunner.query(`
      CREATE INDEX transfers_by_payment_number ON transfers (account_id, payment_number) INCLUDE (amount_minor)
      WHERE payment_number IS NOT NULL`);
    // Nearly all payments are processed, so only other statuses are indexed.
    await queryRunner.query(`
      CREATE INDEX transfers_by_payment_status ON transfers (account_id, payment_status, payment_number)
      WHERE payment_status <> 'processed' AND payment_number IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP FUNCTION update_transfers(uuid[], text[], bigint[], integer[], timestamptz[], timestamptz[], uuid[], text[],
        text[], bigint[], bigint[], text[], bigint[], bigint[])`);
    await queryRunner.query('ALTER TABLE transfers DROP COLUMN payment_number, DROP COLUMN payment_status');
  }
}
