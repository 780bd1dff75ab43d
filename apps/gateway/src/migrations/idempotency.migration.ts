import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Claims of idempotency keys, one partition per day of first use, so that old ones are dropped and not deleted. A key's
 * uniqueness spans two partitions around midnight: whoever claims holds the key's advisory lock meanwhile.
 */
export class Idempotency1763700000001 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE idempotency_claims (
        id uuid NOT NULL,
        day date NOT NULL,
        account_id uuid NOT NULL,
        operation_id uuid NOT NULL,
        holder uuid NOT NULL,
        first_used_at timestamptz NOT NULL,
        leased_until timestamptz NOT NULL,
        request_hash text NOT NULL,
        sealed_request bytea NOT NULL,
        sealed_answer bytea,
        PRIMARY KEY (id, day)
      ) PARTITION BY RANGE (day)`);
    await queryRunner.query('CREATE TABLE idempotency_claims_default PARTITION OF idempotency_claims DEFAULT');
    await queryRunner.query(CLAIM);
    await queryRunner.query(SETTLE);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION settle_idempotency_claims');
    await queryRunner.query('DROP FUNCTION claim_idempotency_keys');
    await queryRunner.query('DROP TABLE idempotency_claims');
  }
}

/** A day's partition grows from nothing: a plan that was made while it was small must not scan it once it is large. */
const BY_INDEX = `
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan`;

/**
 * Claims many keys in one go and answers each key's claim as it is then, in the order of the arguments: the caller holds
 * those that name its holder. Every statement of a function sees what was committed before it began, so that what comes
 * after the locks sees the claims of whoever held them. The request comes back where it differs.
 */
const CLAIM = `
  CREATE FUNCTION claim_idempotency_keys(
    now_at timestamptz, lease_until timestamptz, forget_before timestamptz,
    ids uuid[], account_ids uuid[], operation_ids uuid[], holders uuid[], hashes text[], requests bytea[]
  ) RETURNS TABLE (
    "ordinal" bigint, "day" text, "operationId" uuid, "holder" uuid,
    "isSame" boolean, "sealedRequest" bytea, "sealedAnswer" bytea
  ) LANGUAGE plpgsql ${BY_INDEX} AS $$
  #variable_conflict use_column
  BEGIN
    PERFORM pg_advisory_xact_lock(key) FROM (
      SELECT DISTINCT hashtextextended(wanted::text, 1) AS key FROM unnest(ids) AS wanted ORDER BY key
    ) AS locks;

    UPDATE idempotency_claims AS claim
    SET holder = wanted.holder, leased_until = lease_until
    FROM unnest(ids, holders, hashes) AS wanted (id, holder, hash)
    WHERE claim.id = wanted.id AND claim.first_used_at > forget_before AND claim.request_hash = wanted.hash
      AND claim.sealed_answer IS NULL AND claim.leased_until <= now_at;

    INSERT INTO idempotency_claims
      (id, day, account_id, operation_id, holder, first_used_at, leased_until, request_hash, sealed_request)
    SELECT wanted.id, (now_at AT TIME ZONE 'UTC')::date, wanted.account_id, wanted.operation_id, wanted.holder,
      now_at, lease_until, wanted.hash, wanted.request
    FROM unnest(ids, account_ids, operation_ids, holders, hashes, requests)
      AS wanted (id, account_id, operation_id, holder, hash, request)
    WHERE NOT EXISTS (
      SELECT 1 FROM idempotency_claims AS claim WHERE claim.id = wanted.id AND claim.first_used_at > forget_before
    )
    ON CONFLICT DO NOTHING;

    RETURN QUERY
    SELECT wanted.ordinal, claim.day::text, claim.operation_id, claim.holder, claim.request_hash = wanted.hash,
      CASE WHEN claim.request_hash <> wanted.hash THEN claim.sealed_request END, claim.sealed_answer
    FROM unnest(ids, hashes) WITH ORDINALITY AS wanted (id, hash, ordinal)
    JOIN idempotency_claims AS claim ON claim.id = wanted.id AND claim.first_used_at > forget_before
    ORDER BY wanted.ordinal;
  END $$`;

/**
 * Ends many claims: with an answer, which any holder of the same operation may give; without one the lease ends
 * (\`suspend\`) or the key is free again (\`release\`), which only its present holder may decide. What is lost of this in
 * a crash is found out again by a repeat, so that nobody waits for the disk.
 */
const SETTLE = `
  CREATE FUNCTION settle_idempotency_claims(
    now_at timestamptz, ids uuid[], days date[], operation_ids uuid[], holders uuid[], ends text[], answers bytea[]
  ) RETURNS void LANGUAGE plpgsql ${BY_INDEX} AS $$
  BEGIN
    PERFORM set_config('synchronous_commit', 'off', true);

    UPDATE idempotency_claims AS claim
    SET sealed_answer = ended.answer, leased_until = now_at
    FROM unnest(ids, days, operation_ids, holders, ends, answers)
      AS ended (id, day, operation_id, holder, how, answer)
    WHERE claim.id = ended.id AND claim.day = ended.day AND claim.operation_id = ended.operation_id
      AND claim.sealed_answer IS NULL
      AND (ended.how = 'complete' OR ended.how = 'suspend' AND claim.holder = ended.holder);

    IF 'release' = ANY (ends) THEN
      DELETE FROM idempotency_claims AS claim
      USING unnest(ids, days, holders, ends) AS ended (id, day, holder, how)
      WHERE claim.id = ended.id AND claim.day = ended.day AND claim.holder = ended.holder
        AND claim.sealed_answer IS NULL AND ended.how = 'release';
    END IF;
  END $$`;
