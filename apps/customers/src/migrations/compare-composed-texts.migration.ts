import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Stores keys of customers in the form in which texts are compared, and makes e-mail addresses unique in an account,
 * whichever of its applications made the customer. If several customers have the same address already, the first keeps
 * its key. The keys of the others get an end that no address has. These customers are found by their names, and are
 * unique again with their next address.
 */
export class CompareComposedTexts1795651200000 implements MigrationInterface {
  readonly name = 'CompareComposedTexts1795651200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE customers DROP CONSTRAINT customers_email_key');
    await queryRunner.query(`
      UPDATE customers SET email_key = normalize(email_key), search_text = normalize(search_text)
      WHERE email_key IS NOT NORMALIZED OR search_text IS NOT NORMALIZED`);
    await queryRunner.query(`
      UPDATE customers AS later SET email_key = later.email_key || ' ' || later.id FROM customers AS first
      WHERE first.account_id = later.account_id AND first.email_key = later.email_key
        AND (first.created, first.id) < (later.created, later.id)`);
    await queryRunner.query('ALTER TABLE customers ADD CONSTRAINT customers_email_key UNIQUE (email_key, account_id)');
  }

  /** Reverting this leaves the keys composed. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE customers DROP CONSTRAINT customers_email_key,
        ADD CONSTRAINT customers_email_key UNIQUE (email_key, application_id)`);
  }
}
