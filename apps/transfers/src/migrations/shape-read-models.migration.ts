import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The parameters and statements that all versions of the function have. */
const moveProjections = (shapes: string, move: string): string => `
  CREATE OR REPLACE FUNCTION move_projections(
    names text[], positions bigint[], rebuilds integer[], target bigint${shapes}
  ) RETURNS void LANGUAGE plpgsql AS $$
  DECLARE
    moved text;
  BEGIN
    PERFORM FROM projections p WHERE p.name = ANY (names) ORDER BY p.name FOR UPDATE;
    SELECT was.name INTO moved
    FROM unnest(names, positions, rebuilds) AS was (name, position, rebuilt)
    WHERE NOT EXISTS (
      SELECT FROM projections p WHERE p.name = was.name AND p.position = was.position AND p.rebuilt = was.rebuilt
    )
    LIMIT 1;
    IF FOUND THEN
      RAISE EXCEPTION 'a read model has been moved' USING ERRCODE = 'HY001', DETAIL = moved;
    END IF;
    ${move}
  END $$`;

/** A copy that moves alone is no longer level in every snapshot since it was found level. */
const MOVE = `
    UPDATE projections p SET
      position = target, furthest = greatest(p.furthest, target), shape = least(p.shape, moving.shape)
    FROM unnest(names, shapes) AS moving (name, shape) WHERE p.name = moving.name;
    UPDATE rebuilds AS rebuild SET level = NULL
    WHERE rebuild.level IS NOT NULL AND rebuild.model || '~beside' = ANY (names) AND rebuild.model <> ALL (names);`;

const MOVE_BEFORE = `
    UPDATE projections p SET position = target, furthest = greatest(p.furthest, target) WHERE p.name = ANY (names);`;

/**
 * Stores the shape of each read model: the lowest one of the builds that have written its rows (ADR 147). Processes of
 * 0.1.0 have no shapes. Whatever they move has shape 1 from then on.
 */
export class ShapeReadModels1796515200147 implements MigrationInterface {
  readonly name = 'ShapeReadModels1796515200147';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE projections ADD COLUMN shape integer NOT NULL DEFAULT 1');
    await runner.query(moveProjections(', shapes integer[]', MOVE));
    await runner.query(`
      CREATE OR REPLACE FUNCTION move_projections(
        names text[], positions bigint[], rebuilds integer[], target bigint
      ) RETURNS void LANGUAGE sql AS $$
        SELECT move_projections(names, positions, rebuilds, target, array_fill(1, ARRAY[cardinality(names)]))
      $$`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION move_projections(text[], bigint[], integer[], bigint, integer[])');
    await runner.query(moveProjections('', MOVE_BEFORE));
    await runner.query('ALTER TABLE projections DROP COLUMN shape');
  }
}
