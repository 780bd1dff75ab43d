import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What deliveries need to know to keep their order: the resource, and the event's position.
 *
 * The defaults are for what the former release still writes while it is being replaced: each such delivery is on its own,
 * and goes first.
 */
export class DeliveriesInOrder1795264200000 implements MigrationInterface {
  readonly name = 'DeliveriesInOrder1795264200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE deliveries ADD COLUMN resource_id uuid, ADD COLUMN event_position bigint');
    await queryRunner.query(`
      ALTER TABLE deliveries ALTER COLUMN resource_id SET DEFAULT uuidv7(), ALTER COLUMN event_position SET DEFAULT 0`);
    await queryRunner.query(`
      UPDATE deliveries SET resource_id = public_events.resource_id, event_position = public_events.position
      FROM public_events
      WHERE public_events.id = deliveries.event_id AND public_events.recorded_at = deliveries.recorded_at
        AND deliveries.state = 'pending'`);
    // Its second condition keeps it from queries that ask by due time, whatever the statistics say: they have their own.
    await queryRunner.query(`
      CREATE INDEX deliveries_order ON deliveries (subscription_id, event_position)
      WHERE state = 'pending' AND event_position IS NOT NULL`);
    await queryRunner.query(CLAIM);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION claim_deliveries');
    await queryRunner.query('ALTER TABLE deliveries DROP COLUMN resource_id, DROP COLUMN event_position');
  }
}

/** Statistics lag behind a queue: whatever they say, it is read by its indexes, in their order, and never sorted. */
const BY_INDEX = `
  SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET enable_hashjoin = off
  SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan`;

/**
 * Leases up to a room's number of due deliveries of each lane, in the order of their events, and answers how many.
 * Passed over is each resource of which another holds a delivery: what follows that one is for its holder to claim.
 *
 * One claim at a time: a statement of a function sees what was committed before it began, so that the one after the lock
 * sees the leases of whoever held it. Without that, the earlier of two deliveries could go to one worker and the later
 * one to another. Nothing but the number is answered, for the lock is held until the answer was taken.
 *
 * The update says `pending` the other way round, so that rows are found by their ids: the indexes of what is pending
 * look empty while statistics lag behind, and would be read in whole for each row that was picked.
 */
const CLAIM = `
  CREATE FUNCTION claim_deliveries(
    lanes uuid[], rooms integer[], worker integer, now_at timestamptz, leased_until timestamptz
  ) RETURNS integer LANGUAGE plpgsql ${BY_INDEX} AS $$
  DECLARE
    claimed integer;
  BEGIN
    PERFORM pg_advisory_xact_lock('deliveries'::regclass::oid::bigint);

    WITH lane AS (
      SELECT * FROM unnest(lanes, rooms) AS lane (subscription_id, room)
    ), held AS (
      SELECT deliveries.subscription_id, deliveries.resource_id
      FROM lane JOIN deliveries ON deliveries.subscription_id = lane.subscription_id
      WHERE state = 'pending' AND due_at > now_at AND leased_by IS DISTINCT FROM worker
    ), picked AS (
      SELECT due.id, due.recorded_at
      FROM lane CROSS JOIN LATERAL (
        SELECT id, recorded_at FROM deliveries
        WHERE state = 'pending' AND event_position IS NOT NULL
          AND deliveries.subscription_id = lane.subscription_id AND due_at <= now_at
          AND (deliveries.subscription_id, resource_id) NOT IN (SELECT held.subscription_id, held.resource_id FROM held)
        ORDER BY event_position LIMIT lane.room
      ) AS due
    )
    UPDATE deliveries SET due_at = leased_until, leased_by = worker
    FROM picked
    WHERE deliveries.id = picked.id AND deliveries.recorded_at = picked.recorded_at
      AND state NOT IN ('delivered', 'failed') AND due_at <= now_at;

    GET DIAGNOSTICS claimed = ROW_COUNT;
    RETURN claimed;
  END $$`;
