import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Makes Postgres plan by indexes. A day's partition begins empty, and a plan made then must not scan it when it is
 * large.
 */
const BY_INDEX = `
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan`;

/**
 * Makes the look-up of a key also tell when its state was reached and, for a released key, which request was refused.
 * The older function of the same name, with two parameters less, stays for processes of the previous version.
 */
export class RecordUsesOfKeys1795737600301 implements MigrationInterface {
  readonly name = 'RecordUsesOfKeys1795737600301';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE operations ADD COLUMN settled_at timestamptz');
    await runner.query(`
      CREATE FUNCTION release_operations(
        ids uuid[], operation_ids uuid[], refused uuid[], targets bytea[], released_at timestamptz
      ) RETURNS TABLE ("ordinal" integer, "sealedOutcome" bytea, "isFinished" boolean)
      LANGUAGE plpgsql ${BY_INDEX} AS $$
      #variable_conflict use_column
      BEGIN
        RETURN QUERY SELECT * FROM release_operations(ids, operation_ids, refused);
        UPDATE operations AS record SET sealed_request = released.target, settled_at = released_at
        FROM unnest(ids, refused, targets) AS released (id, operation_id, target)
        WHERE record.id = released.id AND record.operation_id = released.operation_id AND record.fingerprint IS NULL;
      END $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION release_operations(uuid[], uuid[], uuid[], bytea[], timestamptz)');
    await runner.query('ALTER TABLE operations DROP COLUMN settled_at');
  }
}
