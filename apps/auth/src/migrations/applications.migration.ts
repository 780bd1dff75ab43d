import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Applications1764400000000 implements MigrationInterface {
  readonly name = 'Applications1764400000000';

  /** The defaults describe the applications of earlier releases: each a server, and the first of its account. */
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE applications
        ADD number integer NOT NULL DEFAULT 1,
        ADD kind text NOT NULL DEFAULT 'server' CHECK (kind IN ('server', 'integration', 'first-party')),
        ADD permissions text NOT NULL DEFAULT 'read-write-transact'
          CHECK (permissions IN ('read', 'write', 'read-write-transact')),
        ADD redirect_urls text[] NOT NULL DEFAULT '{}',
        ADD post_logout_redirect_urls text[] NOT NULL DEFAULT '{}',
        ADD strict_redirects boolean NOT NULL DEFAULT false,
        ADD require_pkce boolean NOT NULL DEFAULT false,
        ADD former_secrets jsonb NOT NULL DEFAULT '[]',
        ADD pending jsonb,
        ADD reason text,
        ADD created_by uuid,
        ALTER secret_hash DROP NOT NULL,
        DROP CONSTRAINT applications_status_check`);
    await queryRunner.query(`UPDATE applications SET status = 'suspended' WHERE status = 'disabled'`);
    await queryRunner.query(`
      ALTER TABLE applications ADD CONSTRAINT applications_status_check
        CHECK (status IN ('waiting', 'active', 'rejected', 'suspended'))`);
    await queryRunner.query(`
      UPDATE applications SET number = numbered.number
      FROM (SELECT id, row_number() OVER (PARTITION BY account_id ORDER BY created_at, id) AS number
            FROM applications) AS numbered
      WHERE applications.id = numbered.id`);
    await queryRunner.query('CREATE UNIQUE INDEX applications_number ON applications (account_id, number)');
    await queryRunner.query('DROP INDEX applications_account_id');
    // Few applications wait for an operator's decision.
    await queryRunner.query(`
      CREATE INDEX applications_waiting ON applications (id) WHERE status = 'waiting' OR pending IS NOT NULL`);
    await queryRunner.query('ALTER TABLE accounts ADD suspended_at timestamptz, ADD reason text');
    await queryRunner.query('ALTER TABLE people ADD suspended_at timestamptz, ADD reason text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE people DROP suspended_at, DROP reason');
    await queryRunner.query('ALTER TABLE accounts DROP suspended_at, DROP reason');
    await queryRunner.query('CREATE INDEX applications_account_id ON applications (account_id)');
    await queryRunner.query('DELETE FROM applications WHERE secret_hash IS NULL');
    await queryRunner.query('ALTER TABLE applications DROP CONSTRAINT applications_status_check');
    await queryRunner.query(`UPDATE applications SET status = 'disabled' WHERE status <> 'active'`);
    await queryRunner.query(`
      ALTER TABLE applications
        ADD CONSTRAINT applications_status_check CHECK (status IN ('active', 'disabled')),
        ALTER secret_hash SET NOT NULL,
        DROP number, DROP kind, DROP permissions, DROP redirect_urls, DROP post_logout_redirect_urls,
        DROP strict_redirects, DROP require_pkce, DROP former_secrets, DROP pending, DROP reason, DROP created_by`);
  }
}
