import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Answers the numbers of the appends that must fail: those decided on a fact that no longer has its version, and those
 * whose key is somebody else's (`claim_for_appends`). A key whose append fails because of a fact is not claimed.
 * `uses_*`: the ordinal of each fact that an append was decided on.
 *
 * @param changed the ordinals of the facts that no longer have their versions, as an array
 */
const claimOnFacts = (name: string, facts: string, changed: string): string => `
  CREATE FUNCTION ${name}(
    ${facts}, uses_appends integer[], uses_facts integer[],
    appends integer[], now_at timestamptz, expired_at timestamptz,
    ids uuid[], operation_ids uuid[], account_times timestamptz[], fingerprints uuid[], requests bytea[], sent_as uuid[]
  ) RETURNS integer[] LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    changed bigint[];
    outdated integer[];
  BEGIN
    changed := ${changed};
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

/** Facts are looked up one by one: the planner can't tell how many there will be. */
const CLAIM_BY_ID = claimOnFacts(
  'claim_on_facts',
  'kinds text[], fact_ids uuid[], versions bigint[]',
  `ARRAY(
      SELECT ordinal FROM unnest(kinds, fact_ids, versions) WITH ORDINALITY AS seen (kind, id, version, ordinal)
      WHERE seen.version IS DISTINCT FROM (
        SELECT f.version FROM facts AS f WHERE f.kind = seen.kind AND f.id = seen.id AND NOT f.stale
      )
    )`,
);

/** For a service with facts and streams. */
export class ClaimOnFacts1795608000000 implements MigrationInterface {
  readonly name = 'ClaimOnFacts1795608000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CLAIM_BY_ID);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION claim_on_facts');
  }
}

/**
 * Answers the ordinals of the facts that are no longer as they were read. Each is looked for where it was: a row that is
 * written anew gets another place, and one that got the place has another id or version.
 */
const CHANGED_FACTS = `
  CREATE FUNCTION changed_facts(places tid[], fact_ids uuid[], versions bigint[])
  RETURNS bigint[] LANGUAGE plpgsql SET enable_seqscan = off SET plan_cache_mode = force_generic_plan AS $$
  BEGIN
    RETURN ARRAY(
      SELECT ordinal FROM unnest(places, fact_ids, versions) WITH ORDINALITY AS seen (place, id, version, ordinal)
      WHERE seen.version IS DISTINCT FROM (
        SELECT f.version FROM facts AS f WHERE f.ctid = seen.place AND f.id = seen.id AND NOT f.stale
      )
    );
  END $$`;

const CLAIM_BY_PLACE = claimOnFacts(
  'claim_on_seen_facts',
  'places tid[], fact_ids uuid[], versions bigint[]',
  'changed_facts(places, fact_ids, versions)',
);

/**
 * Facts are looked for where they were read: that takes no index. What looks for them by id stays, for processes of the
 * build before that run beside newer ones during an upgrade.
 */
export class FactsByPlace1795780800000 implements MigrationInterface {
  readonly name = 'FactsByPlace1795780800000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CHANGED_FACTS);
    await queryRunner.query(CLAIM_BY_PLACE);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION claim_on_seen_facts, changed_facts');
  }
}
