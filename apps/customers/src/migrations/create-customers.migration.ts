import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tables of lists, by account. A search has to skip only matches of accounts in the same table (ADR 57). */
const LIST_PARTS = 8;

export class CreateCustomers1795262400000 implements MigrationInterface {
  readonly name = 'CreateCustomers1795262400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE customers (
        id             uuid PRIMARY KEY,
        account_id     uuid NOT NULL,
        application_id uuid NOT NULL,
        type           text NOT NULL CHECK (type IN ('unverified', 'receive-only', 'personal', 'business')),
        status         text NOT NULL
          CHECK (status IN ('unverified', 'retry', 'document', 'verified', 'suspended', 'deactivated')),
        status_before  text CHECK ((status_before IS NOT NULL) = (status IN ('deactivated', 'suspended'))),
        first_name     text NOT NULL,
        last_name      text NOT NULL,
        email          text NOT NULL,
        business_name  text,
        doing_business_as text,
        website        text,
        business_type  text CHECK ((business_type IS NOT NULL) = (type = 'business')),
        business_classification uuid,
        controller     jsonb,
        phone          text,
        ip_address     text,
        correlation_id text,
        address1       text,
        address2       text,
        city           text,
        state          text,
        postal_code    text,
        ownership      text CHECK (ownership IN ('uncertified', 'certified', 'recertify')),
        grace_end      timestamptz,
        unverified_owners integer NOT NULL DEFAULT 0,
        ssn            bytea,
        date_of_birth  bytea,
        ein            bytea,
        controller_numbers bytea,
        findings       jsonb NOT NULL DEFAULT '[]',
        erasure_id     uuid,
        email_key      text NOT NULL,
        search_text    text NOT NULL,
        created        timestamptz NOT NULL,
        version        integer NOT NULL,
        CHECK ((grace_end IS NOT NULL) = (ownership IS NOT DISTINCT FROM 'recertify')),
        CONSTRAINT customers_email_key UNIQUE (email_key, application_id),
        CONSTRAINT customers_correlation_id_key UNIQUE (account_id, correlation_id)
      )`);
    await queryRunner.query(`
      CREATE TABLE applied_returns (
        return_id   uuid PRIMARY KEY,
        customer_id uuid NOT NULL,
        code        text NOT NULL,
        applied_at  timestamptz NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE beneficial_owners (
        id                  uuid PRIMARY KEY,
        customer_id         uuid NOT NULL REFERENCES customers,
        account_id          uuid NOT NULL,
        verification_status text NOT NULL CHECK (verification_status IN ('verified', 'document', 'incomplete')),
        first_name          text NOT NULL,
        last_name           text NOT NULL,
        address             jsonb NOT NULL,
        numbers             bytea NOT NULL,
        created             timestamptz NOT NULL
      )`);
    // These columns are never searched, and Postgres would keep their statistics for ever after a table was emptied.
    await queryRunner.query(
      `ALTER TABLE beneficial_owners ALTER first_name SET STATISTICS 0, ALTER last_name SET STATISTICS 0,
       ALTER address SET STATISTICS 0`,
    );
    await queryRunner.query('CREATE INDEX beneficial_owners_of_customer ON beneficial_owners (customer_id)');
    await this.createLists(queryRunner);
    await this.createDocuments(queryRunner);
    await this.createErasures(queryRunner);
  }

  /** A creation only inserts a row to be listed later, so that no creation waits for another (ADR 0021). */
  private async createLists(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE new_customers (
        account_id  uuid NOT NULL,
        arrival     bigint GENERATED ALWAYS AS IDENTITY,
        customer_id uuid NOT NULL,
        PRIMARY KEY (account_id, arrival)
      )`);
    await queryRunner.query(`
      CREATE TABLE listed_customers (
        account_id  uuid NOT NULL,
        position    integer NOT NULL,
        customer_id uuid NOT NULL,
        status      text NOT NULL,
        search_text text NOT NULL,
        PRIMARY KEY (account_id, position),
        UNIQUE (account_id, customer_id)
      ) PARTITION BY HASH (account_id)`);
    for (let part = 0; part < LIST_PARTS; part += 1) {
      await queryRunner.query(
        `CREATE TABLE listed_customers_${part} PARTITION OF listed_customers
         FOR VALUES WITH (MODULUS ${LIST_PARTS}, REMAINDER ${part})`,
      );
    }
    await queryRunner.query('CREATE INDEX listed_customers_status ON listed_customers (account_id, status, position)');
    // The extension may be in any schema, wherever the administrator created it.
    await queryRunner.query(`
      DO $$ BEGIN
        EXECUTE format(
          'CREATE INDEX listed_customers_search ON listed_customers USING gin (search_text %s.gin_trgm_ops)',
          (SELECT extnamespace::regnamespace FROM pg_extension WHERE extname = 'pg_trgm'));
      END $$`);
    await queryRunner.query(LIST_NEW_CUSTOMERS);
    await queryRunner.query(RELIST_CUSTOMER);
    await queryRunner.query(`
      CREATE TRIGGER relist_customer AFTER UPDATE OF status, search_text ON customers FOR EACH ROW
      WHEN (OLD.status <> NEW.status OR OLD.search_text <> NEW.search_text) EXECUTE FUNCTION relist_customer()`);
  }

  private async createDocuments(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE documents (
        id              uuid PRIMARY KEY,
        account_id      uuid NOT NULL,
        customer_id     uuid NOT NULL,
        party_kind      text NOT NULL CHECK (party_kind IN ('customer', 'beneficial-owner')),
        party_id        uuid NOT NULL,
        type            text NOT NULL CHECK (type IN ('passport', 'license', 'idCard', 'other')),
        format          text NOT NULL CHECK (format IN ('image/jpeg', 'image/png', 'application/pdf')),
        size            integer NOT NULL,
        sealed_key      bytea NOT NULL,
        fingerprint     text NOT NULL,
        verdict         text NOT NULL CHECK (verdict IN ('pending', 'accepted', 'rejected')),
        failure_reasons text[] NOT NULL CHECK ((cardinality(failure_reasons) > 0) = (verdict = 'rejected')),
        created         timestamptz NOT NULL,
        reviewed_at     timestamptz CHECK ((reviewed_at IS NULL) = (verdict = 'pending')),
        reviewed_by     uuid,
        CONSTRAINT documents_fingerprint_key UNIQUE (party_id, fingerprint)
      )`);
    await queryRunner.query(`CREATE INDEX documents_pending ON documents (id) WHERE verdict = 'pending'`);
    await queryRunner.query(`
      CREATE TABLE document_reads (
        id             uuid PRIMARY KEY,
        document_id    uuid NOT NULL,
        application_id uuid NOT NULL,
        user_id        text,
        request_id     uuid NOT NULL,
        at             timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX document_reads_of ON document_reads (document_id, id)');
    // Sealed bytes cannot be compressed.
    await queryRunner.query(`
      CREATE TABLE document_bytes (
        document_id uuid,
        place       integer,
        content     bytea STORAGE EXTERNAL NOT NULL,
        PRIMARY KEY (document_id, place)
      )`);
  }

  private async createErasures(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE erasures (
        id            uuid PRIMARY KEY,
        customer_id   uuid NOT NULL,
        reason        text NOT NULL,
        operator      uuid NOT NULL,
        step          text NOT NULL CHECK (step IN ('ordered', 'closed', 'erasing', 'reopened', 'refused', 'done')),
        -- Of one that was done before a backup was restored.
        unconditional boolean NOT NULL,
        -- Whether the customer was deactivated for it.
        deactivates   boolean NOT NULL,
        obstacles     text[] NOT NULL DEFAULT '{}',
        confirmations jsonb NOT NULL DEFAULT '{}',
        created       timestamptz NOT NULL,
        ended         timestamptz CHECK ((ended IS NOT NULL) = (step IN ('refused', 'done')))
      )`);
    await queryRunner.query(
      `CREATE UNIQUE INDEX erasures_of_customer ON erasures (customer_id) WHERE step <> 'refused'`,
    );
    await queryRunner.query(`
      CREATE TABLE legal_holds (
        id          uuid PRIMARY KEY,
        customer_id uuid NOT NULL,
        reason      text NOT NULL,
        operator    uuid NOT NULL,
        created     timestamptz NOT NULL,
        lifted      timestamptz,
        lifted_by   uuid CHECK ((lifted_by IS NULL) = (lifted IS NULL))
      )`);
    await queryRunner.query('CREATE INDEX legal_holds_of_customer ON legal_holds (customer_id, id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `DROP TABLE legal_holds, erasures, document_bytes, document_reads, documents, listed_customers, new_customers,
       applied_returns, beneficial_owners, customers`,
    );
    await queryRunner.query('DROP FUNCTION list_new_customers, relist_customer');
  }
}

/**
 * Appends all committed new customers of the account to its list, and returns its length. Each statement of the
 * function sees everything that was committed before the statement began, so statements after the lock see what the
 * lock's previous holder has listed. The columns to filter by are copied as last committed: the function waits for a
 * change that is under way, and a later change finds its customer in the list. Query plans are fixed, because the
 * tables grow from nothing before statistics know of it.
 */
const LIST_NEW_CUSTOMERS = `
  CREATE FUNCTION list_new_customers(account uuid) RETURNS integer LANGUAGE plpgsql SET enable_seqscan = off AS $$
  DECLARE
    listed integer;
  BEGIN
    IF EXISTS (SELECT FROM new_customers WHERE account_id = account) THEN
      PERFORM pg_advisory_xact_lock(hashtextextended('customers of ' || account, 0));
      SELECT coalesce(max(position), 0) INTO listed FROM listed_customers WHERE account_id = account;
      WITH arrived AS (
        DELETE FROM new_customers WHERE account_id = account RETURNING arrival, customer_id
      ), found AS (
        SELECT arrival, customer_id, status, search_text FROM arrived JOIN customers ON id = customer_id FOR SHARE OF customers
      )
      INSERT INTO listed_customers (account_id, position, customer_id, status, search_text)
      SELECT account, listed + row_number() OVER (ORDER BY arrival), customer_id, status, search_text FROM found;
    END IF;
    SELECT coalesce(max(position), 0) INTO listed FROM listed_customers WHERE account_id = account;
    RETURN listed;
  END $$`;

/** Keeps the columns that lists are filtered by up to date. */
const RELIST_CUSTOMER = `
  CREATE FUNCTION relist_customer() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    UPDATE listed_customers SET status = NEW.status, search_text = NEW.search_text
    WHERE account_id = NEW.account_id AND customer_id = NEW.id;
    RETURN NULL;
  END $$`;
