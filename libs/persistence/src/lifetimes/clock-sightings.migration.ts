import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Makes the table of `ClockSightings`. */
class CreateClockSightings1795737600000 implements MigrationInterface {
  readonly name = 'CreateClockSightings1795737600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE clock_sightings (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        shown_at timestamptz NOT NULL,
        seen_ms bigint NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE clock_sightings');
  }
}

/** Migrations for every service that has tables with a lifetime. They run beside the service's own. */
export const lifetimeMigrations = [CreateClockSightings1795737600000] as const;
