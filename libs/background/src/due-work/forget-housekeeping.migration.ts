import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Deletes the item of housekeeping, which would wait for ever: housekeeping is no longer due work (ADR 72). */
export class ForgetHousekeeping1795737600001 implements MigrationInterface {
  readonly name = 'ForgetHousekeeping1795737600001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM due_work WHERE kind = 'housekeeping'`);
  }

  async down(): Promise<void> {
    // Nothing to do: a process of the previous build puts the item again when it starts.
  }
}
