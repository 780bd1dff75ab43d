import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateErasures1795262400003 implements MigrationInterface {
  readonly name = 'CreateErasures1795262400003';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE erasures (
        id            uuid PRIMARY KEY,
        customer_id   uuid NOT NULL,
        reason        text NOT NULL,
        operator      uuid NOT NULL,
        step          text NOT NULL CHECK (step IN ('ordered', 'closed', 'erasing', 'reopened', 'refused', 'done')),
        -- Of one that was done before a backup was restored.
        unconditional boolean NOT NULL,
        -- Whether the customer was deactivated for it.
        deactivates   boolean NOT NULL,
        obstacles     text[] NOT NULL DEFAULT '{}',
        confirmations jsonb NOT NULL DEFAULT '{}',
        created       timestamptz NOT NULL,
        ended         timestamptz CHECK ((ended IS NOT NULL) = (step IN ('refused', 'done')))
      )`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX erasures_of_customer ON erasures (customer_id) WHERE step <> 'refused'`,
    );
    await queryRunner.query(`
      CREATE TABLE legal_holds (
        id          uuid PRIMARY KEY,
        customer_id uuid NOT NULL,
        reason      text NOT NULL,
        operator    uuid NOT NULL,
        created     timestamptz NOT NULL,
        lifted      timestamptz,
        lifted_by   uuid CHECK ((lifted_by IS NULL) = (lifted IS NULL))
      )`);
    await queryRunner.query('CREATE INDEX legal_holds_of_customer ON legal_holds (customer_id, id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE legal_holds, erasures');
  }
}
