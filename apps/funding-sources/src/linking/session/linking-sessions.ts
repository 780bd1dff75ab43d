import { Injectable } from '@nestjs/common';
import { Clock, DomainError } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager, MoreThan } from 'typeorm';
import { UsedLink } from '../../funding-source/add-bank/used-link.entity.js';
import type { Owner } from '../../funding-source/party/source-owners.js';
import type { LinkingToken } from '../linking-tokens.js';
import { LinkingSession } from './linking-session.entity.js';
import type { Progress } from './progress.js';

const LIFE_MS = 30 * 60_000;
const ATTEMPTS_MAX = 5;
/** Open sessions at a time. All visitors of a provider's pages share the limit of the account that sent them there. */
const SESSIONS_MAX: Readonly<Record<Owner['kind'], number>> = { customer: 20, account: 1_000 };
const CONTEXT = 'funding-sources.linking-session';

export interface CurrentSession {
  readonly row: LinkingSession;
  readonly progress: Progress;
  readonly attemptsLeft: number;
  readonly fundingSourceId?: string;
}

const usedUp = (): DomainError => new DomainError('RateLimitReached');

/** A token opens only one session, and only one request at a time can continue it. */
@Injectable()
export class LinkingSessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /**
   * Opens a session. Call it under the lock of the owner, so that the count of open sessions is right.
   *
   * @param id of the token that opens it
   * @throws DomainError InvalidAccessToken for a token that opened one already, RateLimitReached
   */
  async open(tx: EntityManager, id: string, { kind, id: ownerId }: Owner): Promise<CurrentSession> {
    const now = this.clock.system();
    if (await tx.existsBy(LinkingSession, { id })) throw new DomainError('InvalidAccessToken');
    const open = await tx.countBy(LinkingSession, { ownerId, expiresAt: MoreThan(now) });
    if (open >= SESSIONS_MAX[kind]) throw usedUp();
    const expiresAt = new Date(now.getTime() + LIFE_MS);
    const session = tx.create(LinkingSession, { id, ownerId, expiresAt, attempts: 0, progress: null, version: 1 });
    await tx.insert(LinkingSession, session);
    return { row: session, progress: { step: 'login' }, attemptsLeft: ATTEMPTS_MAX };
  }

  /** @throws DomainError InvalidAccessToken if the session no longer exists, ExpiredAccessToken if it ended */
  async requireOpen(id: string): Promise<LinkingSession> {
    const row = await this.dataSource.manager.findOneBy(LinkingSession, { id });
    if (!row) throw new DomainError('InvalidAccessToken');
    if (this.clock.system() < row.expiresAt) return row;
    throw new DomainError('ExpiredAccessToken', { message: 'The linking session has ended. Request a new token.' });
  }

  /** @throws DomainError as `requireOpen` */
  async current({ token }: { readonly token: Pick<LinkingToken, 'id'> }): Promise<CurrentSession> {
    const row = await this.requireOpen(token.id);
    const used = await this.dataSource.manager.findOneBy(UsedLink, { linkId: token.id });
    return {
      row,
      progress: await this.progressOf(row),
      attemptsLeft: ATTEMPTS_MAX - row.attempts,
      fundingSourceId: used?.fundingSourceId,
    };
  }

  /**
   * Makes an attempt that may bring no progress. It is counted before it starts, and given back when the session
   * progresses, so that neither a crash nor parallel requests give more attempts.
   *
   * @throws DomainError RateLimitReached, Conflict if another request has changed the session; as `attempt` and
   * `requireOpen`
   */
  async tryOn({ row }: CurrentSession, attempt: () => Promise<Progress>): Promise<void> {
    const { id, version, attempts, ownerId } = row;
    if (attempts >= ATTEMPTS_MAX) throw usedUp();
    await this.change({ id, version }, { attempts: attempts + 1 });
    const progress = await attempt();
    const sealed = await this.sealer.seal(ownerId, CONTEXT, JSON.stringify(progress));
    await this.change({ id, version: version + 1 }, { attempts, progress: sealed });
  }

  private async change(
    { id, version }: Pick<LinkingSession, 'id' | 'version'>,
    changes: Partial<Pick<LinkingSession, 'attempts' | 'progress'>>,
  ): Promise<void> {
    const values = { ...changes, version: version + 1 };
    const { affected } = await this.dataSource.manager.update(LinkingSession, { id, version }, values);
    if (affected === 1) return;
    await this.requireOpen(id);
    throw new DomainError('Conflict', { message: 'Another request has changed the session.' });
  }

  private async progressOf({ ownerId, progress }: LinkingSession): Promise<Progress> {
    if (!progress) return { step: 'login' };
    return JSON.parse(await this.sealer.open(ownerId, CONTEXT, progress)) as Progress;
  }
}
