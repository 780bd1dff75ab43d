import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SecurityEvents1764500000000 implements MigrationInterface {
  readonly name = 'SecurityEvents1764500000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE TABLE security_event_lists (owner_id uuid PRIMARY KEY, newest bigint NOT NULL)');
    await queryRunner.query(`
      CREATE TABLE security_events (
        owner_id uuid NOT NULL,
        number bigint NOT NULL,
        id uuid NOT NULL,
        type text NOT NULL,
        created_at timestamptz NOT NULL,
        person_id uuid,
        application_id uuid,
        method text,
        sealed_origin bytea,
        PRIMARY KEY (owner_id, number, created_at)
      ) PARTITION BY RANGE (created_at)`);
    await queryRunner.query('CREATE TABLE security_events_default PARTITION OF security_events DEFAULT');
    for (const filter of ['type', 'person_id', 'application_id']) {
      await queryRunner.query(
        `CREATE INDEX security_events_${filter} ON security_events (owner_id, ${filter}, number)`,
      );
    }
    await queryRunner.query('CREATE INDEX security_events_created ON security_events (owner_id, created_at)');
    await queryRunner.query('CREATE TABLE unknown_names (name_hash text NOT NULL, created_at timestamptz NOT NULL)');
    await queryRunner.query('CREATE INDEX unknown_names_created ON unknown_names (created_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE unknown_names, security_events, security_event_lists');
  }
}
