import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Records earlier erasures for the list of what was taken away. */
export class ListErasures1796450000002 implements MigrationInterface {
  readonly name = 'ListErasures1796450000002';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      INSERT INTO taken_away (entry)
      SELECT jsonb_strip_nulls(jsonb_build_object(
        'what', 'person-erased', 'erasureId', id, 'customerId', customer_id, 'operator', operator, 'personId', person_id,
        'at', to_char(created AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')))
      FROM erasures WHERE step IN ('ordered', 'erasing', 'done') ORDER BY id`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM taken_away WHERE entry ->> 'what' = 'person-erased'`);
  }
}
