import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Batcher, Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { type ActiveApplication, activeApplications } from './active-applications.query.js';
import { applicationIdOf } from './application.entity.js';

/** Checks the credentials of applications. */
@Injectable()
export class ApplicationCredentials {
  /** Never cached: a disabled application gets no more tokens. */
  private readonly reads = new Batcher((ids: readonly string[]) => activeApplications(this.dataSource, ids), {
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

  /** Whether a secret matches a hash, compared in constant time. */
  matches(secretHash: string | null, secret: string): boolean {
    if (secretHash === null) return false;
    const expected = Buffer.from(secretHash);
    const actual = Buffer.from(this.hash(secret));
    return expected.length === actual.length && timingSafeEqual(expected, actual);
  }

  /** The active application with a key or id. */
  find(key: string): Promise<ActiveApplication | undefined> {
    return this.reads.add(applicationIdOf(key));
  }

  async authenticate(key: string, secret: string): Promise<ActiveApplication | undefined> {
    const application = await this.find(key);
    return application && this.matches(application.secretHash, secret) ? application : undefined;
  }
}
