import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The event log. All writers use `append_events`, which assigns positions under an advisory lock that is held until the
 * commit. So whoever sees a position sees every smaller one. While one append reads a stream and inserts into it, no
 * other append can come between, so its verdict is final.
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

const WRITE_STANDING = `
  INSERT INTO events (position, stream, revision, id, type, data, metadata)
  SELECT new.position + n - new.first, streams[n], revisions[n], ids[n], types[n], data[n]::json, metadata[n]::json
  FROM unnest(new_positions, new_firsts, new_lasts) AS new (position, first, last), generate_series(new.first, new.last) AS n`;

/**
 * Makes each append of a group by itself, in order. An append is lost (its outcome is null) if it is `unclaimed`, or if
 * another writer was first. It is a repeat, and not lost, if its very events are stored at its revisions. An append
 * that rests on a lost one is lost too: either it names the lost one in its part of `afters`, or it was decided on top
 * of it in the same stream, even if another writer's event is now at the expected revision.
 *
 * `heads` and `lost_from` have an element for each stream, at the number of the stream's first append: its last
 * revision, and the lowest revision that a lost append expected.
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
 * Appends a group in one transaction. Most arrays have an element per event, in order. `append_ends` has the number of
 * each append's last event. `afters` has the numbers of the appends that an append rests on, and `after_ends` says
 * where they end for each append. `seen_*` are revisions that must be stored, so that no stream gets a gap. `unclaimed`
 * has the numbers of appends that are lost beforehand.
 *
 * `base` is the position before the first event. `outcomes` is null if every append succeeded, one after the other.
 * Otherwise it has the position of each append's last event, or null for a lost append.
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
