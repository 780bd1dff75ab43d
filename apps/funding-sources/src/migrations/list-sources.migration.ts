import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The accounts' lists of their own funding sources and their customers'. Adding a source only inserts a row to be
 * listed later, so that no addition waits for another (ADR 21).
 */
export class ListSources1795824000110 implements MigrationInterface {
  readonly name = 'ListSources1795824000110';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE new_sources (
        account_id uuid NOT NULL,
        arrival    bigint GENERATED ALWAYS AS IDENTITY,
        source_id  uuid NOT NULL,
        PRIMARY KEY (account_id, arrival)
      )`);
    await queryRunner.query(`
      CREATE TABLE listed_sources (
        account_id uuid NOT NULL,
        number     integer NOT NULL,
        source_id  uuid NOT NULL UNIQUE,
        type       text NOT NULL,
        status     text NOT NULL,
        removed    boolean NOT NULL,
        PRIMARY KEY (account_id, number)
      )`);
    await queryRunner.query(`
      INSERT INTO listed_sources
      SELECT account_id, row_number() OVER (PARTITION BY account_id ORDER BY position), id, type, status,
        removed_at IS NOT NULL
      FROM funding_sources`);
    await queryRunner.query(
      'CREATE INDEX listed_sources_filters ON listed_sources (account_id, type, status, removed, number)',
    );
    await queryRunner.query(LIST_NEW_SOURCES);
    await queryRunner.query(NOTE_NEW_SOURCES);
    await queryRunner.query(`
      CREATE TRIGGER note_new_sources AFTER INSERT ON funding_sources REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT EXECUTE FUNCTION note_new_sources()`);
    await queryRunner.query(RELIST_SOURCE);
    await queryRunner.query(`
      CREATE TRIGGER relist_source AFTER UPDATE OF status, removed_at ON funding_sources FOR EACH ROW
      WHEN (OLD.status <> NEW.status OR OLD.removed_at IS DISTINCT FROM NEW.removed_at) EXECUTE FUNCTION relist_source()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER relist_source ON funding_sources');
    await queryRunner.query('DROP TRIGGER note_new_sources ON funding_sources');
    await queryRunner.query('DROP FUNCTION relist_source, note_new_sources, list_new_sources');
    await queryRunner.query('DROP TABLE listed_sources, new_sources');
  }
}

/**
 * Appends all committed new sources of the account to its list, and returns its length. Each statement of the function
 * sees everything that was committed before the statement began, so statements after the lock see what the lock's
 * previous holder has listed. The columns to filter by are copied as last committed: the function waits for a change
 * that is under way, and a later change finds its source in the list. Query plans are fixed, because the tables grow
 * from nothing before statistics know of it.
 */
const LIST_NEW_SOURCES = `
  CREATE FUNCTION list_new_sources(account uuid) RETURNS integer LANGUAGE plpgsql SET enable_seqscan = off AS $$
  DECLARE
    listed integer;
  BEGIN
    IF EXISTS (SELECT FROM new_sources WHERE account_id = account) THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('sources of ' || account, 0));
      SELECT coalesce(max(number), 0) INTO listed FROM listed_sources WHERE account_id = account;
      WITH arrived AS (
        DELETE FROM new_sources WHERE account_id = account RETURNING arrival, source_id
      ), found AS (
        SELECT arrival, source_id, type, status, removed_at FROM arrived JOIN funding_sources ON id = source_id
        FOR SHARE OF funding_sources
      )
      INSERT INTO listed_sources
      SELECT account, listed + row_number() OVER (ORDER BY arrival), source_id, type, status, removed_at IS NOT NULL
      FROM found;
    END IF;
    SELECT coalesce(max(number), 0) INTO listed FROM listed_sources WHERE account_id = account;
    RETURN listed;
  END $$`;

/** A bank that comes back is in the list already. */
const NOTE_NEW_SOURCES = `
  CREATE FUNCTION note_new_sources() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO new_sources (account_id, source_id) SELECT account_id, id FROM added ORDER BY position;
    RETURN NULL;
  END $$`;

/** Keeps the columns that lists are filtered by up to date. */
const RELIST_SOURCE = `
  CREATE FUNCTION relist_source() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE listed_sources SET status = NEW.status, removed = NEW.removed_at IS NOT NULL WHERE source_id = NEW.id;
    RETURN NULL;
  END $$`;
