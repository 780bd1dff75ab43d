import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The clocks of accounts that ever left real time, and the advances of these clocks. */
export class CreateClocks1796256000140 implements MigrationInterface {
  readonly name = 'CreateClocks1796256000140';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('CREATE SEQUENCE clock_step_numbers');
    await runner.query(`
      CREATE TABLE clocks (
        account_id uuid PRIMARY KEY,
        step bigint NOT NULL DEFAULT 0,
        mode text NOT NULL DEFAULT 'real',
        banks text NOT NULL DEFAULT 'on-request',
        is_advancing boolean NOT NULL DEFAULT false,
        at timestamptz NOT NULL,
        made_at timestamptz NOT NULL,
        number bigint UNIQUE,
        pending jsonb,
        pending_since timestamptz,
        made_by uuid,
        advance_id uuid
      )`);
    await runner.query('CREATE INDEX clocks_pending ON clocks (pending_since) WHERE pending IS NOT NULL');
    await runner.query(`
      CREATE TABLE clock_advances (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        number bigint GENERATED ALWAYS AS IDENTITY,
        status text NOT NULL DEFAULT 'advancing',
        begun timestamptz NOT NULL,
        from_at timestamptz NOT NULL,
        to_at timestamptz NOT NULL,
        reached_at timestamptz NOT NULL,
        ends_as jsonb NOT NULL,
        waits_for_webhooks boolean NOT NULL,
        is_stop_asked boolean NOT NULL DEFAULT false,
        moments integer NOT NULL DEFAULT 0,
        did jsonb NOT NULL DEFAULT '{}',
        did_since_step jsonb NOT NULL DEFAULT '{}',
        slow integer NOT NULL DEFAULT 0,
        is_slow boolean NOT NULL DEFAULT false,
        held jsonb,
        events_before bigint,
        events_last bigint,
        request_id uuid NOT NULL,
        traceparent text
      )`);
    await runner.query('CREATE INDEX clock_advances_of_account ON clock_advances (account_id, number)');
    await runner.query(`CREATE INDEX clock_advances_under_way ON clock_advances (number) WHERE status = 'advancing'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE clock_advances, clocks');
    await runner.query('DROP SEQUENCE clock_step_numbers');
  }
}
