import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCustomers1795262400000 implements MigrationInterface {
  readonly name = 'CreateCustomers1795262400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE customers (
        id             uuid PRIMARY KEY,
        account_id     uuid NOT NULL,
        application_id uuid NOT NULL,
        position       integer NOT NULL,
        type           text NOT NULL CHECK (type IN ('unverified', 'receive-only', 'personal')),
        status         text NOT NULL
          CHECK (status IN ('unverified', 'retry', 'document', 'verified', 'suspended', 'deactivated')),
        status_before  text CHECK ((status_before IS NOT NULL) = (status = 'deactivated')),
        first_name     text NOT NULL,
        last_name      text NOT NULL,
        email          text NOT NULL,
        business_name  text,
        phone          text,
        ip_address     text,
        correlation_id text,
        address1       text,
        address2       text,
        city           text,
        state          text,
        postal_code    text,
        ssn            bytea,
        date_of_birth  bytea,
        email_key      text NOT NULL,
        search_text    text NOT NULL,
        created        timestamptz NOT NULL,
        version        integer NOT NULL,
        CONSTRAINT customers_position_key UNIQUE (account_id, position),
        CONSTRAINT customers_email_key UNIQUE (application_id, email_key),
        CONSTRAINT customers_correlation_id_key UNIQUE (account_id, correlation_id)
      )`);
    // The last position given in each account. Its row lock makes positions commit in their order.
    await queryRunner.query(`
      CREATE TABLE customer_counts (
        account_id uuid PRIMARY KEY,
        count      integer NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE customers, customer_counts');
  }
}
