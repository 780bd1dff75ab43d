import { DAY_MS } from '@halyard/core';
import type { TableLifetime } from '@halyard/persistence';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records are stored for 24 hours from their first use (service-api.md, "What the service does", 10). */
export const operationsLifetime = {
  table: 'operations',
  column: 'first_used_at',
  keptMs: DAY_MS,
  partitionDays: 1,
  fillfactor: 70,
} as const satisfies TableLifetime;

/**
 * Makes the table of operations that are carried out once. It has a row for each key, and one for each operation
 * without a key, under the operation's id. It is partitioned by the day of first use, so that old rows go with their
 * partition. A key must be unique across partitions, so claiming or releasing it takes an advisory lock.
 */
export class CreateOperationRecords1763712000002 implements MigrationInterface {
  readonly name = 'CreateOperationRecords1763712000002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE operations (
        id uuid NOT NULL,
        first_used_at timestamptz NOT NULL,
        operation_id uuid NOT NULL,
        account_time timestamptz NOT NULL,
        fingerprint uuid,
        sealed_request bytea,
        sealed_outcome bytea,
        is_finished boolean NOT NULL DEFAULT false,
        PRIMARY KEY (id, first_used_at)
      ) PARTITION BY RANGE (first_used_at)`);
    await runner.query(`CREATE TABLE operations_default PARTITION OF operations DEFAULT WITH (fillfactor = 70)`);
    await runner.query(CLAIM);
    await runner.query(CLAIM_FOR_APPENDS);
    await runner.query(RELEASE);
    await runner.query(BEGIN);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION begin_operations, release_operations, claim_for_appends, claim_operations');
    await runner.query('DROP TABLE operations');
  }
}

/**
 * Makes Postgres plan by indexes. A day's partition begins empty, and a plan made then must not scan it when it is
 * large.
 */
const BY_INDEX = `
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan`;

const LOCK_KEYS = `
  PERFORM pg_advisory_xact_lock(key) FROM (
    SELECT DISTINCT hashtextextended(wanted::text, 1) AS key FROM unnest(ids) AS wanted ORDER BY key
  ) AS locks;`;

const MAKE_RECORDS = `
  INSERT INTO operations (id, first_used_at, operation_id, account_time, fingerprint, sealed_request)
  SELECT DISTINCT ON (wanted.id)
    wanted.id, now_at, wanted.operation_id, wanted.account_time, wanted.fingerprint, wanted.request
  FROM unnest(ids, operation_ids, account_times, fingerprints, requests) WITH ORDINALITY
    AS wanted (id, operation_id, account_time, fingerprint, request, ordinal)
  WHERE NOT EXISTS (
    SELECT FROM operations AS record WHERE record.id = wanted.id AND record.first_used_at > expired_at
  )
  ORDER BY wanted.id, wanted.ordinal`;

/**
 * Claims many keys at once. It answers nothing if all are new, and otherwise the current record of each key. Each
 * statement in the function sees everything that was committed before it began. So the statement after the locks sees
 * the records of those who held the locks before. If a key has two records, the older one has expired, at least by
 * another process's clock.
 *
 * A released key has a record without a fingerprint, but with the id of the refused request. Only a request that was
 * sent later may take the key. An earlier one may be hanging somewhere, and its client was told of the refusal.
 */
const CLAIM = `
  CREATE FUNCTION claim_operations(
    durably boolean, now_at timestamptz, expired_at timestamptz,
    ids uuid[], operation_ids uuid[], account_times timestamptz[], fingerprints uuid[], requests bytea[], sent_as uuid[]
  ) RETURNS TABLE (
    "ordinal" integer, "operationId" uuid, "accountTime" timestamptz, "isSame" boolean, "isFree" boolean,
    "sealedRequest" bytea, "sealedOutcome" bytea, "isFinished" boolean
  ) LANGUAGE plpgsql ${BY_INDEX} AS $$
  #variable_conflict use_column
  DECLARE made integer;
  BEGIN
    IF NOT durably THEN PERFORM set_config('synchronous_commit', 'off', true); END IF;
    ${LOCK_KEYS}

    ${MAKE_RECORDS};
    GET DIAGNOSTICS made = ROW_COUNT;
    IF made = cardinality(ids) THEN RETURN; END IF;

    DELETE FROM operations AS record USING unnest(ids, sent_as) AS wanted (id, sent_as)
    WHERE record.id = wanted.id AND record.fingerprint IS NULL AND record.operation_id < wanted.sent_as;
    IF FOUND THEN
      ${MAKE_RECORDS};
    END IF;

    RETURN QUERY
    SELECT DISTINCT ON (wanted.ordinal)
      wanted.ordinal::integer, record.operation_id, record.account_time, record.fingerprint = wanted.fingerprint,
      record.fingerprint IS NULL, CASE WHEN record.fingerprint <> wanted.fingerprint THEN record.sealed_request END,
      record.sealed_outcome, record.is_finished
    FROM unnest(ids, fingerprints) WITH ORDINALITY AS wanted (id, fingerprint, ordinal)
    JOIN operations AS record ON record.id = wanted.id AND record.first_used_at > expired_at
    ORDER BY wanted.ordinal, record.first_used_at DESC;
  END $$`;

/**
 * Claims keys in the commit of the appends that need them, before these are made. It answers the numbers of the appends
 * that must fail.
 */
const CLAIM_FOR_APPENDS = `
  CREATE FUNCTION claim_for_appends(
    appends integer[], now_at timestamptz, expired_at timestamptz,
    ids uuid[], operation_ids uuid[], account_times timestamptz[], fingerprints uuid[], requests bytea[], sent_as uuid[]
  ) RETURNS integer[] LANGUAGE plpgsql AS $$
  BEGIN
    RETURN coalesce((
      SELECT array_agg(appends[record."ordinal"])
      FROM claim_operations(
        true, now_at, expired_at, ids, operation_ids, account_times, fingerprints, requests, sent_as
      ) AS record
      WHERE record."operationId" <> operation_ids[record."ordinal"]
    ), '{}');
  END $$`;

/**
 * Releases keys whose operation was refused. It answers the records that stay as they are, because they have an
 * outcome, or are about to get one. If a crash of the server loses the release, the operation is decided again. A
 * released key still has a record, with the id of the refused request in place of the operation's: otherwise a request
 * that hung would find the key new.
 */
const RELEASE = `
  CREATE FUNCTION release_operations(ids uuid[], operation_ids uuid[], refused uuid[])
  RETURNS TABLE ("ordinal" integer, "sealedOutcome" bytea, "isFinished" boolean)
  LANGUAGE plpgsql ${BY_INDEX} AS $$
  #variable_conflict use_column
  BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);
    ${LOCK_KEYS}

    UPDATE operations AS record
    SET operation_id = released.refused, fingerprint = NULL, sealed_request = NULL
    FROM (
      SELECT held.id, held.first_used_at, wanted.refused
      FROM unnest(ids, operation_ids, refused) AS wanted (id, operation_id, refused)
      JOIN operations AS held ON held.id = wanted.id AND held.operation_id = wanted.operation_id
      WHERE held.sealed_outcome IS NULL
      FOR UPDATE OF held SKIP LOCKED
    ) AS released
    WHERE record.id = released.id AND record.first_used_at = released.first_used_at;

    RETURN QUERY
    SELECT wanted.ordinal::integer, record.sealed_outcome, record.is_finished
    FROM unnest(ids, operation_ids) WITH ORDINALITY AS wanted (id, operation_id, ordinal)
    JOIN operations AS record ON record.id = wanted.id AND record.operation_id = wanted.operation_id;
  END $$`;

/**
 * Begins operations in the transaction of their effects. Nobody else can run them until the transaction ends; a process
 * that is stopped in the middle loses them. It answers the current record of each operation, or that another process
 * runs it.
 */
const BEGIN = `
  CREATE FUNCTION begin_operations(
    ids uuid[], operation_ids uuid[], waits boolean[], stalled_ms text, lock_ms text
  )
  RETURNS TABLE ("ordinal" integer, "isTaken" boolean, "sealedOutcome" bytea, "isFinished" boolean)
  LANGUAGE plpgsql ${BY_INDEX} AS $$
  #variable_conflict use_column
  DECLARE
    taken boolean[] := array_fill(false, ARRAY[cardinality(ids)]);
    lock_key bigint;
  BEGIN
    PERFORM set_config('idle_in_transaction_session_timeout', stalled_ms, true);
    IF lock_ms IS NOT NULL THEN PERFORM set_config('lock_timeout', lock_ms, true); END IF;
    FOR n IN 1 .. cardinality(ids) LOOP
      lock_key := hashtextextended(operation_ids[n]::text, 2);
      IF waits[n] THEN
        PERFORM pg_advisory_xact_lock(lock_key);
      ELSE
        taken[n] := NOT pg_try_advisory_xact_lock(lock_key);
      END IF;
    END LOOP;
    RETURN QUERY
    SELECT wanted.ordinal::integer, wanted.taken, record.sealed_outcome, record.is_finished
    FROM unnest(ids, operation_ids, taken) WITH ORDINALITY AS wanted (id, operation_id, taken, ordinal)
    LEFT JOIN operations AS record
      ON NOT wanted.taken AND record.id = wanted.id AND record.operation_id = wanted.operation_id
    WHERE wanted.taken OR record.id IS NOT NULL;
  END $$`;
