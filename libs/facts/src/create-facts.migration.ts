import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes the table of facts of every kind, as their owners stated them. A fact that is forgotten still has its version.
 */
export class CreateFacts1795651200050 implements MigrationInterface {
  readonly name = 'CreateFacts1795651200050';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE facts (
        kind    text NOT NULL,
        id      uuid NOT NULL,
        version bigint NOT NULL,
        -- Not heard again yet since a rebuild began.
        stale   boolean NOT NULL DEFAULT false,
        fact    jsonb NOT NULL,
        PRIMARY KEY (kind, id)
      )`);
    await queryRunner.query(CHANGED_FACTS);
    await queryRunner.query(CLAIM_ON_SEEN_FACTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION claim_on_seen_facts, changed_facts');
    await queryRunner.query('DROP TABLE facts');
  }
}

/** Answers the ordinals of the facts that no longer have the version that was read. */
const CHANGED_FACTS = `
  CREATE FUNCTION changed_facts(kinds text[], fact_ids uuid[], versions bigint[])
  RETURNS bigint[] LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
  BEGIN
    RETURN ARRAY(
      SELECT ordinal FROM unnest(kinds, fact_ids, versions) WITH ORDINALITY AS seen (kind, id, version, ordinal)
      WHERE seen.version IS DISTINCT FROM (
        SELECT f.version FROM facts AS f WHERE f.kind = seen.kind AND f.id = seen.id AND NOT f.stale
      )
    );
  END $$`;

/**
 * Makes claims. It answers the numbers of the appends that must fail, because a fact of their decision has changed, or
 * because their key belongs to somebody else (`claim_for_appends`). If an append fails because of a fact, its key is
 * not claimed. `uses_*` pair an append with each fact on which it was decided.
 */
const CLAIM_ON_SEEN_FACTS = `
  CREATE FUNCTION claim_on_seen_facts(
    kinds text[], fact_ids uuid[], versions bigint[], uses_appends integer[], uses_facts integer[],
    appends integer[], now_at timestamptz, expired_at timestamptz,
    ids uuid[], operation_ids uuid[], account_times timestamptz[], fingerprints uuid[], requests bytea[], sent_as uuid[]
  ) RETURNS integer[] LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    changed bigint[];
    outdated integer[];
  BEGIN
    changed := changed_facts(kinds, fact_ids, versions);
    IF cardinality(changed) = 0 THEN
      RETURN claim_for_appends(
        appends, now_at, expired_at, ids, operation_ids, account_times, fingerprints, requests, sent_as
      );
    END IF;

    outdated := ARRAY(
      SELECT DISTINCT append FROM unnest(uses_appends, uses_facts) AS used (append, fact) WHERE fact = ANY (changed)
    );
    RETURN outdated || coalesce((
      SELECT claim_for_appends(
        array_agg(appends[n] ORDER BY n), now_at, expired_at, array_agg(ids[n] ORDER BY n),
        array_agg(operation_ids[n] ORDER BY n), array_agg(account_times[n] ORDER BY n),
        array_agg(fingerprints[n] ORDER BY n), array_agg(requests[n] ORDER BY n), array_agg(sent_as[n] ORDER BY n)
      )
      FROM generate_subscripts(appends, 1) AS n WHERE appends[n] <> ALL (outdated) HAVING count(*) > 0
    ), '{}');
  END $$`;
