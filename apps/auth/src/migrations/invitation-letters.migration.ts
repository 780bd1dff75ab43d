import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts each invitation that is open now as a letter that was sent. */
export class InvitationLetters1796000100000 implements MigrationInterface {
  readonly name = 'InvitationLetters1796000100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE invitation_letters (
        id uuid PRIMARY KEY,
        account_id uuid NOT NULL REFERENCES accounts (id),
        email_hash text NOT NULL,
        posted_at timestamptz NOT NULL
      )`);
    await queryRunner.query('CREATE INDEX invitation_letters_email ON invitation_letters (account_id, email_hash)');
    await queryRunner.query('CREATE INDEX invitation_letters_posted ON invitation_letters (posted_at)');
    await queryRunner.query(
      'INSERT INTO invitation_letters SELECT id, account_id, email_hash, created_at FROM invitations',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE invitation_letters');
  }
}
