import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Housekeeping is no longer due work (ADR 72), so its item would wait for ever. */
export class ForgetHousekeeping1795737600001 implements MigrationInterface {
  readonly name = 'ForgetHousekeeping1795737600001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM due_work WHERE kind = 'housekeeping'`);
  }

  async down(): Promise<void> {
    // A process of the previous build puts it again when it starts.
  }
}
