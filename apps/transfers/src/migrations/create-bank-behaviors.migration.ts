import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the banks of an account behave, and the decision about each entry that went to one of them. */
export class CreateBankBehaviors1796342400156 implements MigrationInterface {
  readonly name = 'CreateBankBehaviors1796342400156';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE bank_behaviors (
        account_id uuid PRIMARY KEY,
        sealed bytea,
        version integer NOT NULL DEFAULT 0,
        counts jsonb NOT NULL DEFAULT '[]',
        entries bigint NOT NULL DEFAULT 0
      )`);
    await runner.query(`
      CREATE TABLE entry_draws (
        leg_id uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        name text NOT NULL,
        rule text,
        conduct jsonb,
        corrected bytea,
        corrected_for uuid,
        is_left_out boolean NOT NULL DEFAULT false
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE entry_draws, bank_behaviors');
  }
}
