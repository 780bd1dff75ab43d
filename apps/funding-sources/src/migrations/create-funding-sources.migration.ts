import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateFundingSources1795262400000 implements MigrationInterface {
  readonly name = 'CreateFundingSources1795262400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE funding_sources (
        id                     uuid PRIMARY KEY,
        position               bigint GENERATED ALWAYS AS IDENTITY,
        account_id             uuid NOT NULL,
        owner_kind             text NOT NULL CHECK (owner_kind IN ('account', 'customer')),
        owner_id               uuid NOT NULL,
        type                   text NOT NULL CHECK (type IN ('bank', 'balance')),
        status                 text NOT NULL CHECK (status IN ('unverified', 'verified')),
        name                   text NOT NULL,
        bank_account_type      text,
        bank_name              text,
        routing_number         bytea,
        account_number         bytea,
        fingerprint            text,
        account_holders        jsonb,
        channel                text CHECK (channel IN ('ach', 'wire')),
        created                timestamptz NOT NULL,
        removed_at             timestamptz,
        micro_deposits         jsonb,
        version                integer NOT NULL,
        CHECK ((type = 'bank') = (bank_account_type IS NOT NULL AND bank_name IS NOT NULL
          AND routing_number IS NOT NULL AND account_number IS NOT NULL AND fingerprint IS NOT NULL
          AND channel IS NOT NULL)),
        -- A wire is paid out to it and nothing else, so it has nothing to prove.
        CHECK (channel IS DISTINCT FROM 'wire' OR (status = 'unverified' AND micro_deposits IS NULL))
      )`);
    await queryRunner.query('CREATE INDEX funding_sources_owner ON funding_sources (owner_id, position)');
    await queryRunner.query(`
      CREATE UNIQUE INDEX funding_sources_active_bank ON funding_sources (owner_id, fingerprint, channel)
        WHERE type = 'bank' AND removed_at IS NULL`);
    await this.createReturns(queryRunner);
    await this.createBalanceInquiries(queryRunner);
    await this.createLinks(queryRunner);
  }

  private async createLinks(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE used_links (
        link_id           text PRIMARY KEY,
        funding_source_id uuid NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE on_demand_authorizations (
        id         uuid PRIMARY KEY,
        account_id uuid NOT NULL,
        created    timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE linking_sessions (
        id          uuid PRIMARY KEY,
        owner_id uuid NOT NULL,
        expires_at  timestamptz NOT NULL,
        attempts    integer NOT NULL,
        progress    bytea,
        version     integer NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX linking_sessions_owner ON linking_sessions (owner_id, expires_at)');
    await queryRunner.query('CREATE INDEX linking_sessions_expires ON linking_sessions (expires_at)');
  }

  private async createBalanceInquiries(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE balance_inquiries (
        funding_source_id uuid PRIMARY KEY REFERENCES funding_sources,
        account_id        uuid NOT NULL,
        begun             timestamptz NOT NULL,
        ended             timestamptz,
        outcome           bytea,
        CHECK ((ended IS NULL) = (outcome IS NULL))
      )`);
    await queryRunner.query(
      'CREATE INDEX balance_inquiries_under_way ON balance_inquiries (account_id, begun) WHERE ended IS NULL',
    );
  }

  private async createReturns(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE applied_returns (
        return_id         uuid PRIMARY KEY,
        funding_source_id uuid NOT NULL,
        code              text NOT NULL,
        applied_at        timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE blocked_banks (
        account_id  uuid NOT NULL,
        fingerprint text NOT NULL,
        return_id   uuid NOT NULL,
        PRIMARY KEY (account_id, fingerprint)
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE linking_sessions, on_demand_authorizations, used_links, balance_inquiries, blocked_banks, applied_returns,
        funding_sources`);
  }
}
