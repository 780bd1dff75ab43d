import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the table of the facts that a service publishes. It is outbox and audit trail in one. */
export class CreateHistory1763712000000 implements MigrationInterface {
  readonly name = 'CreateHistory1763712000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE history (
        position bigserial PRIMARY KEY,
        xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
        id uuid NOT NULL,
        key uuid NOT NULL,
        sequence integer NOT NULL,
        account_id uuid NOT NULL,
        type text NOT NULL,
        at timestamptz NOT NULL,
        written_at timestamptz NOT NULL DEFAULT now(),
        data json NOT NULL,
        sealed bytea,
        traceparent text,
        CONSTRAINT history_key_sequence UNIQUE (key, sequence)
      )`);
    await runner.query(`CREATE INDEX history_xid_position ON history (xid, position)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE history`);
  }
}
