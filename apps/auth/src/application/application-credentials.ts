import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { Batcher, Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import {
  type ActiveApplication,
  isActive,
  type KnownApplication,
  knownApplications,
} from './active-applications.query.js';
import { applicationIdOf } from './application.entity.js';
import { isSameText } from '../same-text.js';

@Injectable()
export class ApplicationCredentials {
  /** Reads are not cached, so that a suspended application gets no more tokens. */
  private readonly reads = new Batcher((ids: readonly string[]) => knownApplications(this.dataSource, ids), {
    sizeMax: 1_000,
    gathers: false,
  });

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  hash(secret: string): string {
    return this.sealer.fingerprint('auth.application-secret', secret);
  }

  /** Compares in constant time. Former secrets match as long as they still work. */
  private matches({ secretHash, formerSecrets }: KnownApplication, secret: string): boolean {
    const actual = this.hash(secret);
    const now = this.clock.system();
    const working = formerSecrets.filter(({ validUntil }) => now < new Date(validUntil)).map(({ hash }) => hash);
    return [...(secretHash === null ? [] : [secretHash]), ...working].some((hash) => isSameText(hash, actual));
  }

  /** Accepts the application's key or its id. */
  async find(key: string): Promise<ActiveApplication | undefined> {
    const application = await this.reads.add(applicationIdOf(key));
    return application && isActive(application) ? application : undefined;
  }

  /** The returned application may be inactive. */
  async authenticate(key: string, secret: string): Promise<KnownApplication | undefined> {
    const application = await this.reads.add(applicationIdOf(key));
    return application && this.matches(application, secret) ? application : undefined;
  }
}
