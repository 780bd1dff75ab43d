import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Events of a customer by time alone: what happens to it at once lies together, whichever the topics. Those of a topic
 * are found in the index too, among the customer's others.
 */
export class CustomerEventsByTime1795694400001 implements MigrationInterface {
  readonly name = 'CustomerEventsByTime1795694400001';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.recreate(queryRunner, 'account_id, customer_id, created_at, position, topic');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await this.recreate(queryRunner, 'account_id, customer_id, topic, created_at, position');
  }

  private async recreate(queryRunner: QueryRunner, columns: string): Promise<void> {
    await queryRunner.query('DROP INDEX public_events_customer');
    await queryRunner.query(
      `CREATE INDEX public_events_customer ON public_events (${columns}) WHERE customer_id IS NOT NULL`,
    );
  }
}
