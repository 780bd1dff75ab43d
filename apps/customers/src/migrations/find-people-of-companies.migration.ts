import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lets searches find companies by words in the names of their owners and controllers. */
export class FindPeopleOfCompanies1796083200116 implements MigrationInterface {
  readonly name = 'FindPeopleOfCompanies1796083200116';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers ADD controller_text text');
    await queryRunner.query(`
      UPDATE customers SET controller_text = lower(' ' || (controller->>'firstName') || ' ' || (controller->>'lastName'))
      WHERE controller IS NOT NULL`);
    await queryRunner.query(`ALTER TABLE beneficial_owners ADD search_text text NOT NULL DEFAULT ''`);
    await queryRunner.query(`UPDATE beneficial_owners SET search_text = lower(' ' || first_name || ' ' || last_name)`);
    // The extension may be in any schema, wherever the administrator created it.
    await queryRunner.query(`
      DO $$
      DECLARE extension text := (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'pg_trgm');
      BEGIN
        EXECUTE format(
          'CREATE INDEX customers_controller ON customers USING gin (controller_text %s.gin_trgm_ops)
           WHERE controller_text IS NOT NULL', extension);
        EXECUTE format(
          'CREATE INDEX beneficial_owners_search ON beneficial_owners USING gin (search_text %s.gin_trgm_ops)', extension);
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE beneficial_owners DROP search_text');
    await queryRunner.query('ALTER TABLE customers DROP controller_text');
  }
}
