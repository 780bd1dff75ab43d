import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rebuilds of read models (ADR 140). The copy's tables stand in the schema `<schema>_beside`; a transaction that fills
 * them finds them before those that serve.
 */
export class RebuildBeside1796428800140 implements MigrationInterface {
  readonly name = 'RebuildBeside1796428800140';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE rebuilds (
        model          text PRIMARY KEY,
        number         integer GENERATED ALWAYS AS IDENTITY,
        begun          timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- The latest migration when the copy's tables were made.
        migration      text NOT NULL,
        -- The most events that it may take in a second; null for as many as it can.
        per_second     integer,
        events         bigint NOT NULL DEFAULT 0,
        -- Events in a second, between the last two samples of the number of events.
        rate           double precision NOT NULL DEFAULT 0,
        sampled        timestamptz NOT NULL DEFAULT clock_timestamp(),
        sampled_events bigint NOT NULL DEFAULT 0,
        -- The transaction by which the copy was first found level. Older snapshots do not see all of its rows.
        level          xid8,
        -- Absent until the copy was compared with what serves.
        differences    jsonb,
        -- Whether an operator wants the copy although it differs.
        is_wanted      boolean NOT NULL DEFAULT false
      )`);
    // Counts events, and lets the rest of the transaction find the copy's tables first. It fails without a rebuild, for
    // then there are no such tables, and the statements would change those that serve.
    await runner.query(`
      CREATE FUNCTION fill_beside(filled text, taken integer) RETURNS void LANGUAGE plpgsql AS $$
      DECLARE
        serving text := regexp_replace(current_schema(), '_beside$', '');
      BEGIN
        UPDATE rebuilds SET
          events = events + taken,
          (rate, sampled, sampled_events) = (
            SELECT (rebuilds.events + taken - rebuilds.sampled_events) / seconds, clock_timestamp(), rebuilds.events + taken
            FROM extract(epoch FROM clock_timestamp() - rebuilds.sampled) AS seconds WHERE seconds >= 1
            UNION ALL SELECT rebuilds.rate, rebuilds.sampled, rebuilds.sampled_events LIMIT 1
          )
        WHERE model = filled;
        IF NOT FOUND THEN
          RAISE EXCEPTION 'the read model % is not being rebuilt', filled;
        END IF;
        PERFORM set_config('search_path', format('%I, %I', serving || '_beside', serving), true);
      END $$`);
    await runner.query(`
      CREATE FUNCTION leave_beside() RETURNS void LANGUAGE sql AS $$
        SELECT set_config('search_path', quote_ident(regexp_replace(current_schema(), '_beside$', '')), true)
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION fill_beside, leave_beside');
    await runner.query('DROP TABLE rebuilds');
  }
}
