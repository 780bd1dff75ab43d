import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The request log (ADR 106): stored for a number of days, and partitioned by the system time of writing. An account's
 * requests are numbered in the order of recording. `requests` contains the columns by which lists are filtered.
 * Everything else is sealed, for many requests of an account at once: `batch` is the number of the first of them.
 */
export class CreateRequests1795824000200 implements MigrationInterface {
  readonly name = 'CreateRequests1795824000200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE TABLE request_counts (account_id uuid PRIMARY KEY, count bigint NOT NULL) WITH (fillfactor = 50)',
    );
    await queryRunner.query(`
      CREATE TABLE request_batches (
        account_id uuid NOT NULL,
        first bigint NOT NULL,
        recorded_at timestamptz NOT NULL,
        sealed_summaries bytea NOT NULL,
        sealed_contents bytea NOT NULL,
        PRIMARY KEY (account_id, first, recorded_at)
      ) PARTITION BY RANGE (recorded_at)`);
    await queryRunner.query('CREATE TABLE request_batches_default PARTITION OF request_batches DEFAULT');
    await queryRunner.query(`
      CREATE TABLE requests (
        account_id uuid NOT NULL,
        id uuid NOT NULL,
        recorded_at timestamptz NOT NULL,
        number bigint NOT NULL,
        batch bigint NOT NULL,
        status smallint NOT NULL,
        method text NOT NULL,
        route text,
        code text,
        application_id uuid NOT NULL,
        person_id uuid,
        resource_id uuid,
        path_id uuid,
        trace uuid NOT NULL,
        key_hash bytea,
        PRIMARY KEY (account_id, id, recorded_at)
      ) PARTITION BY RANGE (recorded_at)`);
    await queryRunner.query('CREATE TABLE requests_default PARTITION OF requests DEFAULT');
    for (const [name, columns, which] of INDEXES)
      await queryRunner.query(`CREATE INDEX requests_${name} ON requests (account_id, ${columns}) WHERE ${which}`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE requests, request_batches, request_counts');
  }
}

const INDEXES = [
  ['number', 'number', 'true'],
  ['refused', 'id', 'status >= 400'],
  ['route', 'route, id', 'true'],
  ['person', 'person_id, id', 'person_id IS NOT NULL'],
  ['resource', 'resource_id, id', 'resource_id IS NOT NULL'],
  ['path', 'path_id, id', 'path_id IS NOT NULL'],
  ['trace', 'trace', 'true'],
  ['key', 'key_hash, id', 'key_hash IS NOT NULL'],
] as const;
