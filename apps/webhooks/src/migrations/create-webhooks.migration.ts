import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events, deliveries and attempts live for 30 days and are partitioned by the system time at which they were written. What
 * no partition was made for lies in the default ones (ADR 0023).
 */
export class CreateWebhooks1795262400000 implements MigrationInterface {
  readonly name = 'CreateWebhooks1795262400000';

  /** `sequence` is the number of the newest delivery: each subscription's count from 1 without a hole. */
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE subscriptions (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        application_id uuid NOT NULL,
        url text NOT NULL,
        description text,
        topics text[],
        strict_order boolean NOT NULL,
        sealed_secret bytea NOT NULL,
        paused boolean NOT NULL,
        sequence bigint NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL
      ) WITH (fillfactor = 50)`);
    await queryRunner.query('CREATE INDEX subscriptions_account ON subscriptions (account_id, application_id)');
    await this.createEvents(queryRunner);
    await this.createDeliveries(queryRunner);
    await this.createAttempts(queryRunner);
    await queryRunner.query(CLAIM);
  }

  /**
   * Each account's events are numbered from 1 without a hole, in the order in which they are committed. They are recorded
   * no earlier than those before them: when a partition goes, the numbers of what stays have no hole either.
   * `newest_at` is the greatest time that an event of the account had, and `rebuilt_to` what it was when a rebuild began.
   */
  private async createEvents(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE event_counts (
        account_id uuid PRIMARY KEY,
        count bigint NOT NULL,
        recorded_at timestamptz NOT NULL,
        newest_at timestamptz NOT NULL,
        rebuilt_to timestamptz
      ) WITH (fillfactor = 50)`);
    await queryRunner.query(`
      CREATE TABLE public_events (
        id uuid NOT NULL,
        recorded_at timestamptz NOT NULL,
        account_id uuid NOT NULL,
        position bigint NOT NULL,
        customer_id uuid,
        topic text NOT NULL,
        resource_kind text NOT NULL,
        resource_id uuid NOT NULL,
        resource_version integer,
        created_at timestamptz NOT NULL,
        traceparent text,
        PRIMARY KEY (id, recorded_at)
      ) PARTITION BY RANGE (recorded_at)`);
    await queryRunner.query('CREATE INDEX public_events_account ON public_events (account_id, position)');
    for (const column of ['resource_id', 'customer_id']) {
      await queryRunner.query(`
        CREATE INDEX public_events_${column} ON public_events (account_id, ${column}, topic, created_at, position)
        ${column === 'customer_id' ? 'WHERE customer_id IS NOT NULL' : ''}`);
    }
    await queryRunner.query(
      'CREATE INDEX public_events_topic ON public_events (account_id, topic, created_at, position)',
    );
    await queryRunner.query('CREATE TABLE public_events_default PARTITION OF public_events DEFAULT');
  }

  /** Beside its event's id a delivery knows what keeps it in order: the resource, and its number in the subscription. */
  private async createDeliveries(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE deliveries (
        id uuid NOT NULL DEFAULT uuidv7(),
        recorded_at timestamptz NOT NULL,
        subscription_id uuid NOT NULL,
        sequence bigint NOT NULL,
        event_id uuid NOT NULL,
        resource_id uuid NOT NULL,
        state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
        due_at timestamptz NOT NULL,
        leased_by integer,
        PRIMARY KEY (id, recorded_at)
      ) PARTITION BY RANGE (recorded_at)`);
    await queryRunner.query(
      `CREATE INDEX deliveries_due ON deliveries (subscription_id, due_at, id) WHERE state = 'pending'`,
    );
    // Its second condition keeps it from queries that ask by due time, whatever the statistics say: they have their own.
    await queryRunner.query(`
      CREATE INDEX deliveries_order ON deliveries (subscription_id, sequence)
      WHERE state = 'pending' AND sequence > 0`);
    await queryRunner.query('CREATE INDEX deliveries_sequence ON deliveries (subscription_id, sequence)');
    await queryRunner.query('CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT');
  }

  private async createAttempts(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE attempts (
        id uuid NOT NULL,
        attempted_at timestamptz NOT NULL,
        delivery_id uuid NOT NULL,
        duration_ms integer NOT NULL,
        status_code integer,
        error text,
        PRIMARY KEY (id, attempted_at),
        CHECK ((status_code IS NULL) <> (error IS NULL))
      ) PARTITION BY RANGE (attempted_at)`);
    await queryRunner.query('CREATE INDEX attempts_delivery ON attempts (delivery_id)');
    await queryRunner.query('CREATE TABLE attempts_default PARTITION OF attempts DEFAULT');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION claim_deliveries');
    await queryRunner.query('DROP TABLE attempts, deliveries, public_events, event_counts, subscriptions');
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
        WHERE state = 'pending' AND sequence > 0
          AND deliveries.subscription_id = lane.subscription_id AND due_at <= now_at
          AND (deliveries.subscription_id, resource_id) NOT IN (SELECT held.subscription_id, held.resource_id FROM held)
        ORDER BY sequence LIMIT lane.room
      ) AS due
    )
    UPDATE deliveries SET due_at = leased_until, leased_by = worker
    FROM picked
    WHERE deliveries.id = picked.id AND deliveries.recorded_at = picked.recorded_at
      AND state NOT IN ('delivered', 'failed') AND due_at <= now_at;

    GET DIAGNOSTICS claimed = ROW_COUNT;
    RETURN claimed;
  END $$`;
