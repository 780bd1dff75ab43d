import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Moves all keys or none, if they are where the caller assumes them to be. It is an upsert, because an upsert always
 * finds rows by their key, even if Postgres planned it for a small table. Others wait for the keys, so the database
 * ends the transaction of a process that stops in the middle.
 */
const ADVANCE_INBOX = `
  CREATE FUNCTION advance_inbox(of_consumer text, of_topic text, keys text[], befores bigint[], afters bigint[])
  RETURNS void LANGUAGE plpgsql AS $$
  #variable_conflict use_column
  DECLARE
    moved integer;
  BEGIN
    PERFORM set_config('transaction_timeout', '5s', true);
    WITH stood AS (
      INSERT INTO inbox AS stands (consumer, topic, key, sequence)
      SELECT of_consumer, of_topic, key, after FROM unnest(keys, afters) AS one (key, after)
      ON CONFLICT (consumer, topic, key) DO UPDATE SET sequence = excluded.sequence WHERE NOT stands.waits
      RETURNING stands.key, coalesce(old.sequence, 0) AS before
    )
    SELECT count(*) INTO moved FROM stood JOIN unnest(keys, befores) AS one (key, before) USING (key, before);
    IF moved < cardinality(keys) THEN
      RAISE EXCEPTION 'a key stands elsewhere' USING ERRCODE = 'HY002';
    END IF;
  END $$`;

class CreateInbox1763712000001 implements MigrationInterface {
  readonly name = 'CreateInbox1763712000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE inbox (
        consumer text NOT NULL,
        topic text NOT NULL,
        key text NOT NULL,
        sequence bigint NOT NULL,
        waits boolean NOT NULL DEFAULT false,
        PRIMARY KEY (consumer, topic, key)
      ) WITH (fillfactor = 80)`);
    await runner.query(ADVANCE_INBOX);
    // json, not jsonb: a malformed message may contain \u0000, which jsonb refuses.
    await runner.query(`
      CREATE TABLE inbox_waiting (
        consumer text NOT NULL,
        topic text NOT NULL,
        key text NOT NULL,
        sequence bigint NOT NULL,
        message json NOT NULL,
        PRIMARY KEY (consumer, topic, key, sequence)
      )`);
    await runner.query(`
      CREATE TABLE inbox_failures (
        consumer text NOT NULL,
        topic text NOT NULL,
        key text NOT NULL,
        cause text NOT NULL,
        attempts integer NOT NULL,
        failed_at timestamptz NOT NULL,
        retry_at timestamptz,
        missing bigint,
        -- What operators call it while it is held up.
        id uuid NOT NULL DEFAULT uuidv7(),
        held_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (consumer, topic, key)
      )`);
    await runner.query(`CREATE UNIQUE INDEX inbox_failures_id ON inbox_failures (id)`);
    await runner.query(`
      CREATE TABLE inbox_foreign (
        id uuid NOT NULL DEFAULT uuidv7(),
        consumer text NOT NULL,
        topic text NOT NULL,
        reason text NOT NULL,
        count bigint NOT NULL,
        first_at timestamptz NOT NULL,
        last_at timestamptz NOT NULL,
        last json NOT NULL,
        PRIMARY KEY (consumer, topic, reason)
      )`);
    await runner.query(`CREATE INDEX inbox_failures_due ON inbox_failures (consumer, retry_at)`);
    await runner.query(`
      CREATE TABLE inbox_skips (
        id uuid NOT NULL DEFAULT uuidv7(),
        consumer text NOT NULL,
        topic text NOT NULL,
        key text NOT NULL,
        sequence bigint NOT NULL,
        reason text NOT NULL,
        cause text NOT NULL,
        message json,
        skipped_by uuid NOT NULL,
        skipped_at timestamptz NOT NULL,
        PRIMARY KEY (consumer, topic, key, sequence)
      )`);
    await runner.query(`CREATE UNIQUE INDEX inbox_skips_id ON inbox_skips (id)`);
    await runner.query(`
      CREATE TABLE checkpoints (
        consumer_group text NOT NULL,
        topic text NOT NULL,
        xid xid8 NOT NULL,
        position bigint NOT NULL,
        rewound integer NOT NULL,
        PRIMARY KEY (consumer_group, topic)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP FUNCTION advance_inbox`);
    await runner.query(`DROP TABLE checkpoints, inbox_skips, inbox_foreign, inbox_failures, inbox_waiting, inbox`);
  }
}

/** Adds a column for the person who skipped a message. The application that the person used is recorded already. */
class RecordWhoSkipped1795737600010 implements MigrationInterface {
  readonly name = 'RecordWhoSkipped1795737600010';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inbox_skips ADD person_id uuid');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE inbox_skips DROP person_id');
  }
}

class RebuildConsumers1796450000146 implements MigrationInterface {
  readonly name = 'RebuildConsumers1796450000146';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE consumer_rebuilds (
        consumer text PRIMARY KEY,
        id uuid NOT NULL DEFAULT uuidv7(),
        begun timestamptz NOT NULL,
        -- Null for as many events as it can take.
        per_second integer,
        events bigint NOT NULL DEFAULT 0,
        -- By the database's clock, from which the rate and the pace are computed.
        began_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        taken_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        next_at timestamptz,
        stopped_at jsonb,
        differences jsonb,
        is_swap_wanted boolean NOT NULL DEFAULT false
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE consumer_rebuilds');
  }
}

/**
 * The migrations for every service's schema. They name tables without a schema: the role's search_path decides where
 * these are created.
 */
export const messagingMigrations = [
  CreateInbox1763712000001,
  RecordWhoSkipped1795737600010,
  RebuildConsumers1796450000146,
] as const;
