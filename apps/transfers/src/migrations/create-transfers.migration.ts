import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes Postgres plan for the tables' current size at each page. A cached plan from when they had a few rows scans them
 * completely, and they grow by thousands of rows before it is replaced.
 */
const PLANNED_ANEW = 'SET plan_cache_mode = force_custom_plan';

const UPDATE_TRANSFERS = `
  CREATE FUNCTION update_transfers(
    ids uuid[], statuses text[], positions bigint[], versions integer[], createds timestamptz[], starteds timestamptz[],
    funded_ids uuid[], returns_due text[], failure_codes text[], source_numbers bigint[], destination_numbers bigint[]
  ) RETURNS void LANGUAGE plpgsql ${PLANNED_ANEW} AS $$
  BEGIN
    UPDATE transfers AS transfer SET
      status = changed.status, position = changed.position, version = changed.version, created = changed.created,
      started = changed.started, funded_id = changed.funded_id, return_due = changed.return_due,
      failure_code = changed.failure_code, source_number = changed.source_number,
      destination_number = changed.destination_number
    FROM unnest(ids, statuses, positions, versions, createds, starteds, funded_ids, returns_due, failure_codes,
      source_numbers, destination_numbers
    ) AS changed (id, status, position, version, created, started, funded_id, return_due, failure_code, source_number,
      destination_number
    )
    WHERE transfer.id = changed.id;
  END $$`;

const RELIST_TRANSFERS = `
  CREATE FUNCTION relist_transfers(party_ids uuid[], numbers bigint[], statuses text[])
  RETURNS void LANGUAGE plpgsql ${PLANNED_ANEW} AS $$
  BEGIN
    UPDATE party_transfers AS listed SET status = changed.status
    FROM unnest(party_ids, numbers, statuses) AS changed (party_id, number, status)
    WHERE listed.party_id = changed.party_id AND listed.number = changed.number;
  END $$`;

/**
 * Removes metadata that was opened with a key that has been destroyed since: a process caches keys for a moment. Each
 * id comes with each subject whose key had sealed the metadata.
 */
const FORGET_ERASED = `
  CREATE FUNCTION forget_erased(ids uuid[], subjects text[]) RETURNS void LANGUAGE plpgsql ${PLANNED_ANEW} AS $$
  BEGIN
    UPDATE transfers AS transfer SET metadata = NULL
    FROM unnest(ids, subjects) AS sealed (id, subject) JOIN data_keys ON data_keys.subject_id = sealed.subject
    WHERE transfer.id = sealed.id AND data_keys.destroyed_at IS NOT NULL;
  END $$`;

/** All of these are read models and can be rebuilt from the streams. */
export class CreateTransfers1795262400000 implements MigrationInterface {
  readonly name = 'CreateTransfers1795262400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.createProjections(queryRunner);
    await this.createTransfers(queryRunner);
    await this.createLedger(queryRunner);
    await this.createSimulations(queryRunner);
    await this.createSimulatedBank(queryRunner);
  }

  private async createProjections(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE projections (
        name     text PRIMARY KEY,
        position bigint NOT NULL DEFAULT 0,
        -- How often the read model was emptied.
        rebuilt  integer NOT NULL DEFAULT 0,
        -- The furthest position that it ever had: of events up to here others were told.
        furthest bigint NOT NULL DEFAULT 0
      )`);
    // Sets all rows or none, by compare-and-set. Rows are locked in one order, so that concurrent calls wait and never
    // deadlock.
    await queryRunner.query(`
      CREATE FUNCTION move_projections(names text[], positions bigint[], rebuilds integer[], target bigint)
      RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        moved text;
      BEGIN
        PERFORM FROM projections p WHERE p.name = ANY (names) ORDER BY p.name FOR UPDATE;
        SELECT was.name INTO moved
        FROM unnest(names, positions, rebuilds) AS was (name, position, rebuilt)
        WHERE NOT EXISTS (
          SELECT FROM projections p WHERE p.name = was.name AND p.position = was.position AND p.rebuilt = was.rebuilt
        )
        LIMIT 1;
        IF FOUND THEN
          RAISE EXCEPTION 'a read model has been moved' USING ERRCODE = 'HY001', DETAIL = moved;
        END IF;
        UPDATE projections p SET position = target, furthest = greatest(p.furthest, target)
        WHERE p.name = ANY (names);
      END $$`);
    // Payments with a due step. Payments that only wait for a bank are not in this table.
    await queryRunner.query(`
      CREATE TABLE unfinished_payments (
        payment_id uuid PRIMARY KEY,
        -- Place in the global order of the last event about it.
        touched    bigint NOT NULL,
        -- The payment's own stream says that a step is due.
        due        boolean NOT NULL,
        -- Open ones, each to be posted or released.
        holds      integer NOT NULL,
        -- Of these, those of legs that wait for another leg.
        awaited    integer NOT NULL
      )`);
  }

  private async createTransfers(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE transfers (
        id                            uuid PRIMARY KEY,
        payment_id                    uuid NOT NULL,
        place                         integer NOT NULL,
        account_id                    uuid NOT NULL,
        leg                           text NOT NULL CHECK (leg IN ('bank', 'party')),
        kind                          text NOT NULL
          CHECK (kind IN ('bankDebit', 'bankCredit', 'balanceMove', 'fee', 'wire', 'microDeposit')),
        -- Of the event that accepted the payment; before that it is no resource.
        position                      bigint CHECK ((position IS NULL) = (status = 'initiated')),
        status                        text NOT NULL
          CHECK (status IN ('initiated', 'pending', 'processed', 'failed', 'cancelled')),
        amount_minor                  bigint NOT NULL CHECK (amount_minor > 0),
        source_owner_kind             text NOT NULL,
        source_owner_id               uuid NOT NULL,
        source_funding_source_id      uuid NOT NULL,
        destination_owner_kind        text NOT NULL,
        destination_owner_id          uuid NOT NULL,
        destination_funding_source_id uuid NOT NULL,
        correlation_id                text,
        metadata                      jsonb,
        created                       timestamptz NOT NULL,
        -- In the lists of its parties.
        source_number                 bigint,
        destination_number            bigint,
        -- When it was handed to its bank.
        started                       timestamptz,
        clearing                      jsonb,
        funding_id                    uuid,
        funded_id                     uuid,
        fees                          integer,
        return_due                    text,
        failure_code                  text,
        -- Sequence of the transfer's last history row.
        version                       integer NOT NULL
      )`);
    await queryRunner.query(UPDATE_TRANSFERS);
    await queryRunner.query(FORGET_ERASED);
    // The main leg's id equals its payment's id, so the index leaves main legs out.
    await queryRunner.query('CREATE INDEX transfers_other_legs ON transfers (payment_id) WHERE id <> payment_id');
    await queryRunner.query(`
      CREATE INDEX transfers_at_banks ON transfers (account_id, position, place)
      WHERE status = 'pending' AND started IS NOT NULL`);
    await queryRunner.query(`
      CREATE INDEX transfers_to_be_returned ON transfers (account_id, position, place)
      WHERE return_due IS NOT NULL`);
    await this.createPartyLists(queryRunner);
  }

  /**
   * A party's transfers, numbered from 1 in their order, so that every page and the total cost the same. Each row holds
   * the columns that lists are filtered by, so that an index of the party answers every filter, however long the list.
   */
  private async createPartyLists(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE party_transfers (
        party_id       uuid NOT NULL,
        number         bigint NOT NULL,
        transfer_id    uuid NOT NULL,
        -- The party on the other side; the party itself where it moves money of its own.
        other_party_id uuid NOT NULL,
        created        timestamptz NOT NULL,
        amount_minor   bigint NOT NULL,
        status         text NOT NULL,
        correlation_id text,
        PRIMARY KEY (party_id, number)
      )`);
    await queryRunner.query(RELIST_TRANSFERS);
    // The filter indexes leave out the first entries of a list, which are read one by one. Most parties have no more
    // than those, and an index entry costs more than the row itself.
    for (const column of ['other_party_id', 'created', 'amount_minor']) {
      await queryRunner.query(
        `CREATE INDEX party_transfers_by_${column} ON party_transfers (party_id, ${column}, number) WHERE number > 256`,
      );
    }
    // Nearly all transfers are processed, so only other statuses are indexed.
    await queryRunner.query(`
      CREATE INDEX party_transfers_by_status ON party_transfers (party_id, status, number)
      WHERE status <> 'processed'`);
    await queryRunner.query(`
      CREATE INDEX party_transfers_by_correlation_id ON party_transfers (party_id, correlation_id, number)
      WHERE correlation_id IS NOT NULL`);
  }

  private async createLedger(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE ledger_balances (
        funding_source_id uuid PRIMARY KEY,
        posted_minor      bigint NOT NULL
      ) WITH (fillfactor = 70)`);
    // Open payments. An ended payment stays only if its transit account is not zero, which is an error.
    await queryRunner.query(`
      CREATE TABLE ledger_payments (
        payment_id    uuid PRIMARY KEY,
        open_legs     jsonb NOT NULL,
        transit_minor bigint NOT NULL,
        ended         boolean NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX ledger_payments_ended ON ledger_payments (payment_id) WHERE ended');
    await queryRunner.query(`
      CREATE TABLE ledger_totals (
        name  text PRIMARY KEY,
        minor numeric NOT NULL
      )`);
  }

  private async createSimulations(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE simulations (
        operation_id uuid PRIMARY KEY,
        account_id   uuid NOT NULL,
        at           timestamptz NOT NULL,
        steps        jsonb NOT NULL,
        recorded_at  timestamptz NOT NULL DEFAULT now()
      )`);
    await queryRunner.query('CREATE INDEX simulations_recorded ON simulations (recorded_at)');
  }

  /** State of the simulated bank partner, used if it is configured. */
  private async createSimulatedBank(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE simulated_bank_entries (
        id       uuid PRIMARY KEY,
        taken_at timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX simulated_bank_entries_taken ON simulated_bank_entries (taken_at)');
    await queryRunner.query(`
      CREATE TABLE simulated_bank_happenings (
        place     bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id        uuid NOT NULL,
        entry_id  uuid NOT NULL,
        returned  text,
        -- In the account's time, and in system time.
        at        timestamptz NOT NULL,
        told_from timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX simulated_bank_happenings_told ON simulated_bank_happenings (told_from)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION move_projections, update_transfers, forget_erased, relist_transfers');
    await queryRunner.query(`
      DROP TABLE projections, unfinished_payments, transfers, party_transfers,
        ledger_balances, ledger_payments, ledger_totals, simulations, simulated_bank_entries, simulated_bank_happenings`);
  }
}
