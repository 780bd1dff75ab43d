import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Searches find banks by the words of their names, and by a keyed hash of the last four digits of their numbers. */
export class SearchBanks1795737600302 implements MigrationInterface {
  readonly name = 'SearchBanks1795737600302';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE funding_sources ADD COLUMN search_text text, ADD COLUMN last_four text');
    await queryRunner.query(
      "UPDATE funding_sources SET search_text = ' ' || lower(name) WHERE type = 'bank' AND name <> ''",
    );
    await queryRunner.query(`
      CREATE INDEX funding_sources_last_four ON funding_sources (last_four, position) WHERE last_four IS NOT NULL`);
    // The extension may be in any schema, wherever the administrator created it.
    await queryRunner.query(`
      DO $$ BEGIN
        EXECUTE format(
          'CREATE INDEX funding_sources_search ON funding_sources USING gin (search_text %s.gin_trgm_ops)',
          (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'pg_trgm'));
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE funding_sources DROP COLUMN search_text, DROP COLUMN last_four');
  }
}
