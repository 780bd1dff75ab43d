import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events, deliveries and attempts live for 30 days and are partitioned by the system time at which they were written:
 * see the service's `lifetimes`.
 */
export class Webhooks1763700100000 implements MigrationInterface {
  readonly name = 'Webhooks1763700100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE subscriptions (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        application_id uuid NOT NULL,
        url text NOT NULL,
        sealed_secret bytea NOT NULL,
        paused boolean NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX subscriptions_account ON subscriptions (account_id, application_id)');
    await this.createEvents(queryRunner);
    await this.createDeliveries(queryRunner);
  }

  private async createEvents(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE public_events (
        id uuid NOT NULL,
        recorded_at timestamptz NOT NULL,
        position bigint GENERATED ALWAYS AS IDENTITY,
        account_id uuid NOT NULL,
        customer_id uuid,
        topic text NOT NULL,
        resource_kind text NOT NULL,
        resource_id uuid NOT NULL,
        created_at timestamptz NOT NULL,
        PRIMARY KEY (id, recorded_at)
      ) PARTITION BY RANGE (recorded_at)`);
    await queryRunner.query('CREATE INDEX public_events_account ON public_events (account_id, position)');
    await queryRunner.query('CREATE TABLE public_events_default PARTITION OF public_events DEFAULT');
  }

  private async createDeliveries(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE deliveries (
        id uuid NOT NULL DEFAULT uuidv7(),
        recorded_at timestamptz NOT NULL,
        subscription_id uuid NOT NULL,
        event_id uuid NOT NULL,
        state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'delivered', 'failed')),
        due_at timestamptz NOT NULL,
        leased_by integer,
        PRIMARY KEY (id, recorded_at)
      ) PARTITION BY RANGE (recorded_at)`);
    await queryRunner.query(
      `CREATE INDEX deliveries_due ON deliveries (subscription_id, due_at, id) WHERE state = 'pending'`,
    );
    await queryRunner.query('CREATE TABLE deliveries_default PARTITION OF deliveries DEFAULT');
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
    await queryRunner.query('DROP TABLE attempts, deliveries, public_events, subscriptions');
  }
}
