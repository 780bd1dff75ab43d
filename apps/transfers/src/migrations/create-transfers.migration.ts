import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts told by other services, and read models of the streams: all but the facts can be rebuilt from the streams. */
export class CreateTransfers1795262400000 implements MigrationInterface {
  readonly name = 'CreateTransfers1795262400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE party_facts (
        party_id   uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        kind       text NOT NULL,
        type       text NOT NULL,
        status     text NOT NULL,
        version    bigint NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE funding_source_facts (
        funding_source_id uuid PRIMARY KEY,
        account_id        uuid NOT NULL,
        owner_kind        text NOT NULL,
        owner_id          uuid NOT NULL,
        type              text NOT NULL,
        status            text NOT NULL,
        removed           boolean NOT NULL,
        version           bigint NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE projections (
        name     text PRIMARY KEY,
        position bigint NOT NULL
      )`);
    await this.createTransfers(queryRunner);
    await this.createLedger(queryRunner);
  }

  private async createTransfers(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE transfers (
        id                            uuid PRIMARY KEY,
        payment_id                    uuid NOT NULL,
        place                         integer NOT NULL,
        account_id                    uuid NOT NULL,
        leg                           text NOT NULL CHECK (leg IN ('bank', 'party')),
        kind                          text NOT NULL
          CHECK (kind IN ('bankDebit', 'bankCredit', 'balanceMove', 'fee', 'wire')),
        -- Of the event that accepted the payment; before that it is no resource.
        position                      bigint CHECK ((position IS NULL) = (status = 'initiated')),
        status                        text NOT NULL CHECK (status IN ('initiated', 'pending', 'processed')),
        amount_minor                  bigint NOT NULL CHECK (amount_minor > 0),
        source_owner_kind             text NOT NULL,
        source_owner_id               uuid NOT NULL,
        source_funding_source_id      uuid NOT NULL,
        destination_owner_kind        text NOT NULL,
        destination_owner_id          uuid NOT NULL,
        destination_funding_source_id uuid NOT NULL,
        correlation_id                text,
        metadata                      jsonb,
        created                       timestamptz NOT NULL,
        -- Sequence of the transfer's last history row.
        version                       integer NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX transfers_payment ON transfers (payment_id)');
    await queryRunner.query(`
      CREATE INDEX transfers_pending_bank_legs ON transfers (account_id, position)
      WHERE leg = 'bank' AND status = 'pending'`);
    // A party's transfers, counted from 1 in their order, so that any page and the total cost the same.
    await queryRunner.query(`
      CREATE TABLE party_transfers (
        party_id    uuid NOT NULL,
        number      bigint NOT NULL,
        transfer_id uuid NOT NULL,
        PRIMARY KEY (party_id, number)
      )`);
    await queryRunner.query(`
      CREATE TABLE party_transfer_counts (
        party_id uuid PRIMARY KEY,
        count    bigint NOT NULL
      )`);
  }

  private async createLedger(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE ledger_balances (
        funding_source_id uuid PRIMARY KEY,
        posted_minor      bigint NOT NULL
      )`);
    // Open payments; an ended one stays only while its transit account is not zero, which is an error.
    await queryRunner.query(`
      CREATE TABLE ledger_payments (
        payment_id    uuid PRIMARY KEY,
        open_legs     jsonb NOT NULL,
        transit_minor bigint NOT NULL,
        ended         boolean NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX ledger_payments_ended ON ledger_payments (payment_id) WHERE ended');
    await queryRunner.query(`
      CREATE TABLE ledger_totals (
        name  text PRIMARY KEY,
        minor numeric NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE party_facts, funding_source_facts, projections, transfers, party_transfers, party_transfer_counts,
        ledger_balances, ledger_payments, ledger_totals`);
  }
}
