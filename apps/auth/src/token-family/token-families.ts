import { Injectable } from '@nestjs/common';
import { Clock, isId, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import type { ActiveApplication } from '../application/active-applications.query.js';
import { isPublic } from '../application/application.entity.js';
import { keepPerson } from '../person/held-person.js';
import { Revocations } from '../revocation/revocations.js';
import { TOKEN_TTL_SECONDS } from '../revocation/token-lifetime.js';
import { SecurityEvents } from '../security-event/security-events.js';
import type { Session } from '../session/session.entity.js';
import { Sessions } from '../session/sessions.js';
import { TokenFamily } from './token-family.entity.js';
import { isSameText } from '../same-text.js';

const DAY_MS = 24 * 60 * 60_000;
/** Counted from the latest exchange (reference facts, 14.1). */
export const REFRESH_TTL_MS = 60 * DAY_MS;
/** A family waits for this long for its code to be exchanged. */
const CODE_TTL_MS = 60_000;

export interface BegunFamily extends Pick<TokenFamily, 'personId' | 'applicationId' | 'accountId'> {
  /** The session in which the person is asked. */
  readonly session: Pick<Session, 'id' | 'beganAt' | 'methods'>;
  readonly scopes: readonly string[];
}

interface RefreshableFamily {
  readonly family: TokenFamily;
  /** The generation of the token, which may be older than the family's. */
  readonly generation: number;
}

const GENERATION = /^\d{1,9}$/;
const UNUSED = { exchangedAt: IsNull(), endedAt: IsNull() };

@Injectable()
export class TokenFamilies {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly sessions: Sessions,
    private readonly revocations: Revocations,
    private readonly events: SecurityEvents,
    private readonly clock: Clock,
  ) {}

  /**
   * @param until when the code expires; by default in a minute
   * @returns the id of the family, which waits for the exchange
   */
  async begin({ scopes, session, ...begun }: BegunFamily, tx = this.dataSource.manager, until?: Date): Promise<string> {
    const id = newId();
    const createdAt = this.clock.system();
    const expiresAt = until ?? new Date(createdAt.getTime() + CODE_TTL_MS);
    const unused = { exchangedAt: null, generation: 0, refreshedAt: null, sealedAnswer: null, endedAt: null };
    await tx.insert(TokenFamily, {
      ...begun,
      ...unused,
      id,
      sessionId: session.id,
      scopes: [...scopes],
      authenticatedAt: session.beganAt,
      methods: session.methods,
      createdAt,
      expiresAt,
    });
    return id;
  }

  find(id: string): Promise<TokenFamily | null> {
    return this.dataSource.manager.findOneBy(TokenFamily, { id });
  }

  /**
   * Marks a family as exchanged. The family of a public application becomes a session of its own.
   *
   * @returns false if the family, or the session in which it was allowed, has ended, or the person is suspended
   */
  exchange({ id, personId, sessionId }: TokenFamily, application: ActiveApplication): Promise<boolean> {
    const exchangedAt = this.clock.system();
    const expiresAt = new Date(exchangedAt.getTime() + REFRESH_TTL_MS);
    return this.dataSource.transaction(async (tx) => {
      const person = await keepPerson(tx, personId);
      if (!person || person.suspendedAt || !(await this.sessions.isLiveById(sessionId, tx))) return false;
      const { affected } = await tx.update(TokenFamily, { id, ...UNUSED }, { exchangedAt, expiresAt });
      if (affected !== 1) return false;
      if (isPublic(application)) {
        await this.sessions.beginFor(tx, { id, personId, expiresAt, application, allowedIn: sessionId });
      }
      return true;
    });
  }

  async end(
    manager: EntityManager,
    where: Partial<Pick<TokenFamily, 'id' | 'personId' | 'applicationId' | 'accountId' | 'sessionId'>>,
  ): Promise<void> {
    const ended = await manager
      .createQueryBuilder()
      .update(TokenFamily)
      .set({ endedAt: this.clock.system() })
      .where({ ...where, endedAt: IsNull() })
      .returning('id')
      .execute();
    const ids = (ended.raw as readonly { readonly id: string }[]).map(({ id }) => id);
    await this.revocations.end(manager, 'family', ...ids);
    await this.sessions.endOfFamilies(manager, ids);
  }

  /** When each application last got tokens for the person, by the id of the application. */
  async lastUsesOf(personId: string): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.dataSource.manager
      .createQueryBuilder(TokenFamily, 'family')
      .select('family.application_id', 'id')
      .addSelect('max(greatest(family.exchanged_at, family.refreshed_at))', 'at')
      .where({ personId, exchangedAt: Not(IsNull()) })
      .groupBy('family.application_id')
      .getRawMany<{ readonly id: string; readonly at: Date }>();
    return new Map(rows.map(({ id, at }) => [id, at]));
  }

  /** Ends families whose code was not exchanged. They have no tokens yet. */
  async endUnused(tx: EntityManager, where: Pick<TokenFamily, 'personId'> & Partial<Pick<TokenFamily, 'sessionId'>>) {
    await tx.update(TokenFamily, { ...where, ...UNUSED }, { endedAt: this.clock.system() });
  }

  /** Ends a family because somebody used its code or refresh token for the second time, so there is a copy of it. */
  endReused({ id, personId, applicationId, accountId }: TokenFamily): Promise<void> {
    return this.dataSource.transaction(async (tx) => {
      await this.end(tx, { id });
      await this.events.record(tx, 'token_reuse_detected', { personId, applicationId, accountId });
    });
  }

  /** Ends the access tokens. Clients then refresh, and get tokens with the person's present rights. */
  async renew(tx: EntityManager, where: Pick<TokenFamily, 'personId' | 'accountId'>): Promise<void> {
    const families = await tx.find(TokenFamily, { where: { ...where, endedAt: IsNull() }, select: { id: true } });
    const now = this.clock.system();
    for (const { id } of families) await this.revocations.endBefore(tx, 'family', id, now);
  }

  /** @param issuedAt when the newest access token was issued, in whole seconds; earlier tokens end */
  endFormerTokens(tx: EntityManager, id: string, issuedAt: Date): Promise<void> {
    return this.revocations.endBefore(tx, 'family', id, issuedAt);
  }

  /**
   * Seconds for which a new access token may live. In the console it does not outlive the person's session, even if
   * nobody ends the session.
   *
   * @returns undefined if that session has ended
   */
  async lifetimeOf({ sessionId }: TokenFamily, application: ActiveApplication): Promise<number | undefined> {
    if (application.kind !== 'first-party' || isPublic(application)) return TOKEN_TTL_SECONDS;
    const seconds = await this.sessions.tokenSecondsOf(sessionId);
    return seconds && Math.min(seconds, TOKEN_TTL_SECONDS);
  }

  /** Finds the family of a refresh token of any generation. */
  async ofRefreshToken(token: string): Promise<RefreshableFamily | undefined> {
    const [id = '', text = ''] = token.split('.', 2);
    if (!isId(id) || !GENERATION.test(text)) return undefined;
    const family = await this.find(id);
    const generation = Number(text);
    return family && this.isRefreshToken(token, family, generation) ? { family, generation } : undefined;
  }

  isRefreshToken(token: string, family: Pick<TokenFamily, 'id'>, generation: number): boolean {
    return isSameText(this.refreshTokenOf(family, generation), token);
  }

  /** Derives the refresh token of a generation. Only the holder of the key can derive it again. */
  refreshTokenOf({ id }: Pick<TokenFamily, 'id'>, generation: number): string {
    const proof = this.sealer.fingerprint('auth.refresh-token', `${id}\n${generation}`);
    return `${id}.${generation}.${proof}`;
  }
}
