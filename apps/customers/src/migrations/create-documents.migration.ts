import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateDocuments1795262400002 implements MigrationInterface {
  readonly name = 'CreateDocuments1795262400002';

  async up(queryRunner: QueryRunner): Promise<void> {
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

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE document_bytes, document_reads, documents');
  }
}
