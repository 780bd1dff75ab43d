import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The event log. All writers go through `append_events`, which gives positions under an advisory lock that is held until
 * commit: whoever sees a position sees every smaller one. Under that lock no other writer's append can lie between the
 * look at a stream and the insert, so that verdicts are final.
 */
export class CreateEvents1795262400100 implements MigrationInterface {
  readonly name = 'CreateEvents1795262400100';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(CREATE_TABLE);
    await queryRunner.query(APPEND_EVENTS_APART);
    await queryRunner.query(APPEND_EVENTS);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION append_events');
    await queryRunner.query('DROP FUNCTION append_events_apart');
    await queryRunner.query('DROP TABLE events');
  }
}

const CREATE_TABLE = `
  CREATE TABLE events (
    position    bigint PRIMARY KEY,
    stream      text COLLATE "C" NOT NULL,
    revision    integer NOT NULL,
    id          uuid NOT NULL,
    type        text NOT NULL,
    data        json NOT NULL,
    metadata    json,
    recorded_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (stream, revision)
  )`;

/**
 * Each append of a group by itself, in order. One that another writer came before is lost (its outcome is null), unless
 * its very events stand at its revisions: then it is the same append again. What was decided on top of a lost append is
 * lost with it, even if another writer's event now stands where it expected one.
 */
const APPEND_EVENTS_APART = `
  CREATE FUNCTION append_events_apart(
    base bigint, streams text[], revisions integer[], ids uuid[], types text[], data text[], metadata text[],
    append_ends integer[]
  ) RETURNS bigint[] LANGUAGE plpgsql AS $$
  DECLARE
    outcomes bigint[] := '{}';
    outcome bigint;
    lost_streams text[] := '{}';
    lost_revisions integer[] := '{}';
    first integer := 1;
    last integer;
    expected integer;
  BEGIN
    FOREACH last IN ARRAY append_ends LOOP
      outcome := NULL;
      expected := revisions[first] - 1;
      IF NOT EXISTS (
        SELECT FROM unnest(lost_streams, lost_revisions) AS lost (stream, revision)
        WHERE lost.stream = streams[first] AND lost.revision < expected
      ) THEN
        IF coalesce((SELECT max(e.revision) FROM events e WHERE e.stream = streams[first]), -1) = expected THEN
          INSERT INTO events (position, stream, revision, id, type, data, metadata)
          SELECT base + n, new.stream, new.revision, new.id, new.type, new.data::json, new.metadata::json
          FROM unnest(
            streams[first:last], revisions[first:last], ids[first:last], types[first:last], data[first:last],
            metadata[first:last]
          ) WITH ORDINALITY AS new (stream, revision, id, type, data, metadata, n);
          base := base + last - first + 1;
          outcome := base;
        ELSE
          SELECT max(e.position) INTO outcome
          FROM unnest(ids[first:last], revisions[first:last]) AS again (id, revision)
          JOIN events e ON e.stream = streams[first] AND e.revision = again.revision AND e.id = again.id
          HAVING count(*) = last - first + 1;
        END IF;
      END IF;
      IF outcome IS NULL THEN
        lost_streams := lost_streams || streams[first];
        lost_revisions := lost_revisions || expected;
      END IF;
      outcomes := array_append(outcomes, outcome);
      first := last + 1;
    END LOOP;
    RETURN outcomes;
  END $$`;

/**
 * Appends a group of appends in one transaction. An array element per event, in order; \`append_ends\` has the number of
 * the last event of each append; \`seen_*\` are revisions that must stand, so that no stream gets a hole.
 *
 * \`base\` is the position before the first event. \`outcomes\` is null when every append stands, one after the other;
 * else it holds the position of the last event of each append, or null for a lost one.
 */
const APPEND_EVENTS = `
  CREATE FUNCTION append_events(
    streams text[], revisions integer[], ids uuid[], types text[], data text[], metadata text[],
    append_ends integer[], seen_streams text[], seen_revisions integer[],
    OUT base bigint, OUT outcomes bigint[]
  ) LANGUAGE plpgsql AS $$
  DECLARE
    log_id oid := 'events'::regclass;
  BEGIN
    PERFORM pg_advisory_xact_lock(log_id::bigint);
    base := coalesce((SELECT max(e.position) FROM events e), 0);
    BEGIN
      IF EXISTS (
        SELECT FROM unnest(seen_streams, seen_revisions) AS seen (stream, revision)
        WHERE NOT EXISTS (SELECT FROM events e WHERE e.stream = seen.stream AND e.revision = seen.revision)
      ) THEN
        RAISE unique_violation;
      END IF;
      INSERT INTO events (position, stream, revision, id, type, data, metadata)
      SELECT base + n, new.stream, new.revision, new.id, new.type, new.data::json, new.metadata::json
      FROM unnest(streams, revisions, ids, types, data, metadata)
        WITH ORDINALITY AS new (stream, revision, id, type, data, metadata, n);
    EXCEPTION WHEN unique_violation THEN
      outcomes := append_events_apart(base, streams, revisions, ids, types, data, metadata, append_ends);
    END;
    PERFORM pg_notify('events_' || log_id, coalesce((SELECT max(e.position) FROM events e), 0)::text);
  END $$`;
