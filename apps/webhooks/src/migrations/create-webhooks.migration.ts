import type { MigrationInterface, QueryRunner } from 'typeorm';
import { CLAIMABLE_DELIVERIES } from '../delivery/queue/claimable-deliveries.sql.js';
import { WAITING_LANES } from '../delivery/queue/waiting-lanes.sql.js';
import { WRITE_ATTEMPTS } from '../delivery/outcome/write-attempts.sql.js';
import { RECORD_EVENTS } from '../event/record-events/record-events.sql.js';

/**
 * Events, deliveries and attempts are stored for 30 days, and partitioned by the system time of writing. If a day has
 * no partition, its rows are in the default one (ADR 0023).
 */
export class CreateWebhooks1795262400000 implements MigrationInterface {
  readonly name = 'CreateWebhooks1795262400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.createSubscriptions(queryRunner);
    await this.createEvents(queryRunner);
    await this.createDeliveries(queryRunner);
    await this.createAttempts(queryRunner);
    await this.createReplays(queryRunner);
    const functions = [WAITING_LANES, CLAIMABLE_DELIVERIES, WRITE_ATTEMPTS, RECORD_EVENTS];
    for (const sql of functions) await queryRunner.query(sql);
  }

  /**
   * `sequence` is the number of the newest delivery, from 1 without a gap. `failures` counts the failed attempts since
   * the last success. `leased_by` is the worker that sends.
   */
  private async createSubscriptions(queryRunner: QueryRunner): Promise<void> {
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
        sealed_next_secret bytea,
        paused boolean NOT NULL,
        pause_reason text CHECK ((pause_reason IS NOT NULL) = paused),
        sequence bigint NOT NULL DEFAULT 0,
        failures integer NOT NULL DEFAULT 0,
        leased_by integer,
        leased_until timestamptz,
        created_at timestamptz NOT NULL
      ) WITH (fillfactor = 50)`);
    await queryRunner.query('CREATE INDEX subscriptions_account ON subscriptions (account_id, application_id)');
  }

  /**
   * An account's events are numbered from 1 without a gap, in the order of commits. No event is recorded with an
   * earlier time than the one before it, so the numbers have no gap even after a partition is dropped. `newest_at` is
   * the greatest time of the account's events; `rebuilt_to` is the value that it had when a rebuild began.
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
        correlation_id text,
        created_at timestamptz NOT NULL,
        traceparent text,
        PRIMARY KEY (id, recorded_at)
      ) PARTITION BY RANGE (recorded_at)`);
    await queryRunner.query('CREATE INDEX public_events_account ON public_events (account_id, position)');
    // A resource has few events: all are read, and those of other topics skipped.
    await queryRunner.query('CREATE INDEX public_events_resource ON public_events (resource_id, created_at, position)');
    // Sorted by time alone: a customer's simultaneous events are together, and among these the events of one topic.
    await queryRunner.query(`
      CREATE INDEX public_events_customer ON public_events (account_id, customer_id, created_at, position, topic)
      WHERE customer_id IS NOT NULL`);
    await queryRunner.query(
      'CREATE INDEX public_events_topic ON public_events (account_id, topic, created_at, position)',
    );
    await queryRunner.query('CREATE TABLE public_events_default PARTITION OF public_events DEFAULT');
  }

  /**
   * Besides its event, a delivery has the columns that order it: the resource, and its number in the subscription. A
   * `pending` delivery may be sent at once, a `waiting` one is due at `retry_at`, and a `held` one is sent only on
   * request, because of a pause. A delivery that sends another one's event again names it as `resend_of`, and has its
   * number, event and `recorded_at`.
   */
  private async createDeliveries(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE deliveries (
        id uuid NOT NULL DEFAULT uuidv7(),
        recorded_at timestamptz NOT NULL,
        subscription_id uuid NOT NULL,
        sequence bigint NOT NULL,
        event_id uuid NOT NULL,
        resource_id uuid NOT NULL,
        state text NOT NULL CHECK (state IN ('pending', 'waiting', 'held', 'delivered', 'failed')),
        tries smallint NOT NULL DEFAULT 0,
        retry_at timestamptz,
        resend_of uuid,
        requested_at timestamptz,
        replay_id uuid,
        url text,
        PRIMARY KEY (id, recorded_at),
        CHECK ((state = 'waiting') = (retry_at IS NOT NULL)),
        CHECK ((resend_of IS NULL) = (requested_at IS NULL))
      ) PARTITION BY RANGE (recorded_at)`);
    for (const [name, columns, which] of DELIVERY_INDEXES) {
      await queryRunner.query(`CREATE INDEX deliveries_${name} ON deliveries (${columns}) WHERE ${which}`);
    }
    await queryRunner.query('CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT');
  }

  /**
   * An attempt's request is not stored: event, subscription and signatures suffice to make it again. Only the answer is
   * stored, sealed.
   */
  private async createAttempts(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE attempts (
        id uuid NOT NULL,
        attempted_at timestamptz NOT NULL,
        delivery_id uuid NOT NULL,
        resend_id uuid,
        duration_ms integer NOT NULL,
        signatures jsonb NOT NULL,
        status_code integer,
        error text,
        sealed_answer bytea,
        PRIMARY KEY (id, attempted_at),
        CHECK ((status_code IS NULL) <> (error IS NULL))
      ) PARTITION BY RANGE (attempted_at)`);
    await queryRunner.query('CREATE INDEX attempts_delivery ON attempts (delivery_id)');
    await queryRunner.query('CREATE TABLE attempts_default PARTITION OF attempts DEFAULT');
  }

  /** `queued` is the number up to which the replay's deliveries are queued, and `events` is how many were queued. */
  private async createReplays(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE replays (
        id uuid PRIMARY KEY,
        subscription_id uuid NOT NULL REFERENCES subscriptions ON DELETE CASCADE,
        from_sequence bigint NOT NULL,
        to_sequence bigint NOT NULL,
        created_from timestamptz,
        created_before timestamptz,
        url text,
        queued bigint NOT NULL,
        events bigint NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX replays_subscription ON replays (subscription_id, id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION record_events, write_attempts, claimable_deliveries, waiting_lanes');
    await queryRunner.query('DROP TABLE replays, attempts, deliveries, public_events, event_counts, subscriptions');
  }
}

const DELIVERY_INDEXES = [
  // Replays come after everything else, whatever their numbers.
  ['pending', 'subscription_id, (replay_id IS NOT NULL), sequence', `state = 'pending'`],
  ['waiting', 'retry_at', `state = 'waiting'`],
  ['gap', 'subscription_id', `state = 'waiting'`],
  ['held', 'subscription_id, sequence', `state = 'held'`],
  ['sequence', 'subscription_id, sequence', 'resend_of IS NULL'],
  ['resends', 'resend_of', 'resend_of IS NOT NULL'],
] as const;
