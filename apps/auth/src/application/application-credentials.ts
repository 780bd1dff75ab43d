import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { Application, applicationIdOf } from './application.entity.js';

/** Where applications show who they are. */
@Injectable()
export class ApplicationCredentials {
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
  async find(key: string): Promise<Application | undefined> {
    const application = await this.dataSource.manager.findOneBy(Application, { id: applicationIdOf(key) });
    return application?.status === 'active' ? application : undefined;
  }

  async authenticate(key: string, secret: string): Promise<Application | undefined> {
    const application = await this.find(key);
    return application && this.matches(application.secretHash, secret) ? application : undefined;
  }
}
