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

/** Those that stand and are not written yet. */
const WRITE_STANDING = `
  INSERT INTO events (position, stream, revision, id, type, data, metadata)
  SELECT new.position + n - new.first, streams[n], revisions[n], ids[n], types[n], data[n]::json, metadata[n]::json
  FROM unnest(new_positions, new_firsts, new_lasts) AS new (position, first, last), generate_series(new.first, new.last) AS n`;

/**
 * Each append of a group by itself, in order. One that is `unclaimed` is lost (its outcome is null), and so is one that
 * another writer came before, unless
 * its very events stand at its revisions: then it is the same append again. What rests on a lost append is lost with it:
 * what names it in its part of `afters`, and what was decided on top of it in its stream, even if another writer's
 * event now stands where it expected one.
 *
 * `heads`, `lost_from`: the last revision, and the lowest that a lost append expected, of each stream, kept at the
 * number of the stream's first append.
 */
const APPEND_EVENTS_APART = `
  CREATE FUNCTION append_events_apart(
    base bigint, streams text[], revisions integer[], ids uuid[], types text[], data text[], metadata text[],
    append_ends integer[], afters integer[], after_ends integer[], unclaimed integer[]
  ) RETURNS bigint[] LANGUAGE plpgsql AS $$
  DECLARE
    outcomes bigint[] := array_fill(NULL::bigint, ARRAY[cardinality(append_ends)]);
    lost_from integer[] := array_fill(NULL::integer, ARRAY[cardinality(append_ends)]);
    heads integer[];
    places integer[];
    place integer;
    new_positions bigint[] := '{}';
    new_firsts integer[] := '{}';
    new_lasts integer[] := '{}';
    first integer := 1;
    last integer;
    expected integer;
    after integer := 1;
    lost boolean;
  BEGIN
    SELECT
      array_agg(same.place ORDER BY same.number),
      array_agg(
        CASE WHEN same.place = same.number THEN
          coalesce((SELECT max(e.revision) FROM events e WHERE e.stream = same.stream), -1)
        END ORDER BY same.number
      )
    INTO places, heads
    FROM (
      SELECT number, streams[ends.last] AS stream, min(number) OVER (PARTITION BY streams[ends.last]) AS place
      FROM unnest(append_ends) WITH ORDINALITY AS ends (last, number)
    ) AS same;
    FOR number IN 1 .. cardinality(append_ends) LOOP
      last := append_ends[number];
      expected := revisions[first] - 1;
      place := places[number];
      lost := number = ANY(unclaimed) OR coalesce(lost_from[place] < expected, false);
      WHILE after <= after_ends[number] LOOP
        lost := lost OR outcomes[afters[after]] IS NULL;
        after := after + 1;
      END LOOP;
      IF lost THEN
        NULL;
      ELSIF heads[place] = expected THEN
        new_positions := new_positions || base + 1;
        new_firsts := new_firsts || first;
        new_lasts := new_lasts || last;
        heads[place] := revisions[last];
        base := base + last - first + 1;
        outcomes[number] := base;
      ELSIF heads[place] >= revisions[last] THEN
        ${WRITE_STANDING};
        new_positions := '{}';
        new_firsts := '{}';
        new_lasts := '{}';
        outcomes[number] := (
          SELECT max(e.position) FROM generate_series(first, last) AS n
          JOIN events e ON e.stream = streams[first] AND e.revision = revisions[n] AND e.id = ids[n]
          HAVING count(*) = last - first + 1
        );
      END IF;
      IF outcomes[number] IS NULL THEN
        lost_from[place] := least(lost_from[place], expected);
      END IF;
      first := last + 1;
    END LOOP;
    ${WRITE_STANDING};
    RETURN outcomes;
  END $$`;

/**
 * Appends a group of appends in one transaction. An array element per event, in order; `append_ends` has the number of
 * the last event of each append; `afters` the numbers of those that an append rests on, and `after_ends` where they
 * end for each append; `seen_*` are revisions that must stand, so that no stream gets a hole; `unclaimed` the numbers of
 * those that are lost beforehand.
 *
 * `base` is the position before the first event. `outcomes` is null when every append stands, one after the other;
 * else it holds the position of the last event of each append, or null for a lost one.
 */
const APPEND_EVENTS = `
  CREATE FUNCTION append_events(
    streams text[], revisions integer[], ids uuid[], types text[], data text[], metadata text[],
    append_ends integer[], afters integer[], after_ends integer[], seen_streams text[], seen_revisions integer[],
    unclaimed integer[],
    OUT base bigint, OUT outcomes bigint[]
  ) LANGUAGE plpgsql AS $$
  DECLARE
    log_id oid := 'events'::regclass;
  BEGIN
    PERFORM pg_advisory_xact_lock(log_id::bigint);
    base := coalesce((SELECT max(e.position) FROM events e), 0);
    BEGIN
      IF cardinality(unclaimed) > 0 OR EXISTS (
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
      outcomes := append_events_apart(
        base, streams, revisions, ids, types, data, metadata, append_ends, afters, after_ends, unclaimed
      );
    END;
    PERFORM pg_notify('events_' || log_id, coalesce((SELECT max(e.position) FROM events e), 0)::text);
  END $$`;
