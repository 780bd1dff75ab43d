import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The files that go to the banks and that come from them, without numbers and names in plain. */
export class CreateBankFiles1796342400157 implements MigrationInterface {
  readonly name = 'CreateBankFiles1796342400157';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bank_file_counters (
        account_id uuid PRIMARY KEY,
        last_file bigint NOT NULL DEFAULT 0,
        last_trace integer NOT NULL DEFAULT 0
      )`);
    await runner.query(`
      CREATE TABLE bank_files (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        number bigint NOT NULL,
        hand_over_id uuid,
        direction text NOT NULL,
        file_window text NOT NULL,
        created timestamptz NOT NULL,
        effective_date date,
        batches integer NOT NULL DEFAULT 0,
        entries integer NOT NULL DEFAULT 0,
        debits_minor bigint NOT NULL DEFAULT 0,
        credits_minor bigint NOT NULL DEFAULT 0,
        entry_hash text,
        batch_hashes text[] NOT NULL DEFAULT '{}',
        sha256 text,
        is_closed boolean NOT NULL DEFAULT false,
        sealed bytea NOT NULL,
        UNIQUE (account_id, number)
      )`);
    await runner.query(`
      CREATE INDEX bank_files_of_account ON bank_files (account_id, created, number) WHERE sha256 IS NOT NULL`);
    await runner.query('CREATE INDEX bank_files_of_hand_over ON bank_files (hand_over_id)');
    await runner.query(`
      CREATE TABLE bank_file_entries (
        file_id uuid NOT NULL,
        place integer NOT NULL,
        account_id uuid NOT NULL,
        line integer,
        trace_number text NOT NULL,
        batch text NOT NULL,
        transaction_code text NOT NULL,
        amount_minor bigint NOT NULL,
        settles_on date,
        leg_id uuid,
        is_micro_deposit boolean NOT NULL,
        funding_source_id uuid,
        bank_version integer,
        status text,
        outcome text,
        reason text,
        code text,
        owner_id uuid NOT NULL,
        sealed bytea,
        sealed_for_account bytea NOT NULL,
        PRIMARY KEY (file_id, place)
      )`);
    await runner.query(`
      CREATE UNIQUE INDEX bank_file_entries_of_leg ON bank_file_entries (account_id, leg_id) WHERE outcome IS NULL`);
    await runner.query(`
      CREATE UNIQUE INDEX bank_file_entries_by_trace ON bank_file_entries (account_id, trace_number)
      WHERE outcome IS NULL`);
    await runner.query(`
      CREATE INDEX bank_file_entries_in_order ON bank_file_entries (file_id, line)`);
    await runner.query(`
      CREATE UNIQUE INDEX bank_file_entries_returned_once ON bank_file_entries (account_id, leg_id)
      WHERE outcome = 'applied' AND status = 'returned'`);
    await runner.query(`
      CREATE UNIQUE INDEX bank_file_entries_corrected_once ON bank_file_entries (account_id, leg_id, code)
      WHERE outcome = 'applied' AND status = 'corrected'`);
    await runner.query(`
      CREATE INDEX bank_file_entries_of_owner ON bank_file_entries (owner_id) WHERE sealed IS NOT NULL`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE bank_file_entries, bank_files, bank_file_counters');
  }
}
