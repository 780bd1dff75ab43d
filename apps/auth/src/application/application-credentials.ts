import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Batcher, queryPrepared, Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { type Application, applicationIdOf } from './application.entity.js';

/** What tokens are made of. */
export type ActiveApplication = Pick<Application, 'id' | 'accountId' | 'secretHash' | 'scopes'>;

const READ_ACTIVE = {
  name: 'read-active-applications',
  text: `SELECT id, account_id AS "accountId", secret_hash AS "secretHash", scopes FROM applications
         WHERE id = ANY($1::uuid[]) AND status = 'active'`,
};

/** Where applications show who they are. */
@Injectable()
export class ApplicationCredentials {
  private readonly reads = new Batcher((ids: readonly string[]) => this.readAll(ids), {
    sizeMax: 1_000,
    gathers: false,
  });

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
  ) {}

  hash(secret: string): string {
    return this.sealer.fingerprint('auth.application-secret', secret);
  }

  /** Whether a secret is the one that was hashed, in a time that tells nothing of how close it came. */
  matches(secretHash: string, secret: string): boolean {
    const expected = Buffer.from(secretHash);
    const actual = Buffer.from(this.hash(secret));
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  /** The application that a key or id names, if it may act. */
  find(key: string): Promise<ActiveApplication | undefined> {
    return this.reads.add(applicationIdOf(key));
  }

  async authenticate(key: string, secret: string): Promise<ActiveApplication | undefined> {
    const application = await this.find(key);
    return application && this.matches(application.secretHash, secret) ? application : undefined;
  }

  /** As they stand in the database now: one that was disabled gets no token more. */
  private async readAll(ids: readonly string[]): Promise<readonly (ActiveApplication | undefined)[]> {
    const rows = await queryPrepared<ActiveApplication>(this.dataSource, READ_ACTIVE, [ids]);
    const byId = new Map(rows.map((row) => [row.id, row]));
    return ids.map((id) => byId.get(id));
  }
}
