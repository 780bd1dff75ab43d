import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Answers the numbers of the appends that must fail: those decided on a fact that no longer has its version, and those
 * whose key is somebody else's (`claim_for_appends`). A key whose append fails because of a fact is not claimed.
 * `uses_*`: the ordinal of each fact that an append was decided on. Facts are looked up one by one: the planner can't tell
 * how many there will be.
 */
const CLAIM_ON_FACTS = `
  CREATE FUNCTION claim_on_facts(
    kinds text[], fact_ids uuid[], versions bigint[], uses_appends integer[], uses_facts integer[],
    appends integer[], now_at timestamptz, expired_at timestamptz,
    ids uuid[], operation_ids uuid[], account_times timestamptz[], fingerprints uuid[], requests bytea[], sent_as uuid[]
  ) RETURNS integer[] LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    changed bigint[];
    outdated integer[];
    standing integer[];
  BEGIN
    changed := ARRAY(
      SELECT ordinal FROM unnest(kinds, fact_ids, versions) WITH ORDINALITY AS seen (kind, id, version, ordinal)
      WHERE seen.version IS DISTINCT FROM (
        SELECT f.version FROM facts AS f WHERE f.kind = seen.kind AND f.id = seen.id AND NOT f.stale
      )
    );
    IF cardinality(changed) = 0 THEN
      RETURN claim_for_appends(
        appends, now_at, expired_at, ids, operation_ids, account_times, fingerprints, requests, sent_as
      );
    END IF;

    outdated := ARRAY(
      SELECT DISTINCT append FROM unnest(uses_appends, uses_facts) AS used (append, fact) WHERE fact = ANY (changed)
    );
    standing := ARRAY(
      SELECT n FROM generate_subscripts(appends, 1) AS n WHERE appends[n] <> ALL (outdated) ORDER BY n
    );
    IF cardinality(standing) = 0 THEN
      RETURN outdated;
    END IF;
    RETURN outdated || claim_for_appends(
      ARRAY(SELECT appends[n] FROM unnest(standing) WITH ORDINALITY AS s (n, o) ORDER BY o), now_at, expired_at,
      ARRAY(SELECT ids[n] FROM unnest(standing) WITH ORDINALITY AS s (n, o) ORDER BY o),
      ARRAY(SELECT operation_ids[n] FROM unnest(standing) WITH ORDINALITY AS s (n, o) ORDER BY o),
      ARRAY(SELECT account_times[n] FROM unnest(standing) WITH ORDINALITY AS s (n, o) ORDER BY o),
      ARRAY(SELECT fingerprints[n] FROM unnest(standing) WITH ORDINALITY AS s (n, o) ORDER BY o),
      ARRAY(SELECT requests[n] FROM unnest(standing) WITH ORDINALITY AS s (n, o) ORDER BY o),
      ARRAY(SELECT sent_as[n] FROM unnest(standing) WITH ORDINALITY AS s (n, o) ORDER BY o)
    );
  END $$`;

/** For a service with facts and streams. */
export class ClaimOnFacts1795608000000 implements MigrationInterface {
  readonly name = 'ClaimOnFacts1795608000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CLAIM_ON_FACTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION claim_on_facts');
  }
}
