import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables behind an account's statistics (ADR 116). The read model is built from the streams. */
export class CountPayments1795996800116 implements MigrationInterface {
  readonly name = 'CountPayments1795996800116';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE daily_statistics (
        account_id   uuid NOT NULL,
        date         date NOT NULL,
        flow         text NOT NULL,
        status       text NOT NULL,
        count        bigint NOT NULL,
        amount_minor bigint NOT NULL,
        PRIMARY KEY (account_id, date, flow, status)
      ) WITH (fillfactor = 70)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE daily_statistics');
    await queryRunner.query(`DELETE FROM projections WHERE name = 'statistics'`);
  }
}
