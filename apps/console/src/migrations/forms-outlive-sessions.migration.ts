import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Processes of the previous version keep a form in the row of its session, where it stays until the next log-in. */
export class FormsOutliveSessions1765200000000 implements MigrationInterface {
  readonly name = 'FormsOutliveSessions1765200000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE kept_forms (
        person_id  uuid NOT NULL,
        account_id uuid NOT NULL,
        slot       uuid NOT NULL,
        session_id uuid NOT NULL,
        page_hash  text NOT NULL,
        sealed     bytea NOT NULL,
        kept_at    timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        PRIMARY KEY (person_id, account_id, slot)
      )`);
    await queryRunner.query('CREATE INDEX kept_forms_session ON kept_forms (session_id)');
    await queryRunner.query('CREATE INDEX kept_forms_expires ON kept_forms (expires_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE kept_forms');
  }
}
