import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager, In, IsNull, Not } from 'typeorm';
import { AuthConfig } from '../config.js';
import { Revocations } from '../revocation/revocations.js';
import { type AuthenticationMethod, Session } from './session.entity.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Time to type a code. */
const SECOND_FACTOR_MS = 10 * MINUTE_MS;
/** Per person; older rows are deleted. */
const KEPT_MAX = 100;

export interface NewSession extends Pick<Session, 'personId' | 'device' | 'isComplete' | 'nextPath'> {
  readonly browser: string;
  readonly methods: readonly AuthenticationMethod[];
  /** The browser's secret: 256 random bits. */
  readonly secret: string;
}

export interface NewApplicationSession extends Pick<Session, 'id' | 'personId' | 'expiresAt'> {
  readonly application: { readonly id: string; readonly name: string };
  /** Id of the browser's session in which the person let the program in. */
  readonly allowedIn: string;
}

/** Stores sessions. The browser has the session's secret, and only a keyed hash of it is stored here. */
@Injectable()
export class Sessions {
  private readonly idleMs: number;
  private readonly lifeMs: number;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly revocations: Revocations,
    private readonly clock: Clock,
    { sessionIdleMinutes, sessionHoursMax }: AuthConfig,
  ) {
    this.idleMs = sessionIdleMinutes * MINUTE_MS;
    this.lifeMs = sessionHoursMax * HOUR_MS;
  }

  /** Finds a session, and counts as activity. @returns undefined if the session has ended */
  async find(secret: string): Promise<Session | undefined> {
    const { manager } = this.dataSource;
    const now = this.clock.system();
    const named = { tokenHash: this.hash(secret), applicationId: IsNull(), endedAt: IsNull() };
    const session = await manager.findOneBy(Session, named);
    if (!session || !this.isLive(session, now)) return undefined;
    if (now.getTime() - session.seenAt.getTime() >= MINUTE_MS) {
      await manager.update(Session, { id: session.id }, { seenAt: now });
    }
    return session;
  }

  /**
   * Seconds for which a new token of this session may live. Asking counts as activity. A token lives no longer than the
   * session, and for half of the idle time at most, so that the next one can be made before the session ends.
   *
   * @returns undefined if the session has ended
   */
  async tokenSecondsOf(id: string): Promise<number | undefined> {
    const { manager } = this.dataSource;
    const now = this.clock.system();
    const session = await manager.findOneBy(Session, { id, endedAt: IsNull() });
    if (!session || !this.isLive(session, now)) return undefined;
    await manager.update(Session, { id }, { seenAt: now });
    const seconds = Math.floor(Math.min(this.idleMs / 2, session.expiresAt.getTime() - now.getTime()) / 1_000);
    return seconds > 0 ? seconds : undefined;
  }

  /** Whether a session has not ended. Asking does not count as activity. */
  async isLiveById(id: string, manager = this.dataSource.manager): Promise<boolean> {
    const session = await manager.findOneBy(Session, { id, endedAt: IsNull() });
    return session !== null && this.isLive(session, this.clock.system());
  }

  async begin(tx: EntityManager, begun: NewSession): Promise<void> {
    const { browser, secret, methods, ...given } = begun;
    const { personId, isComplete } = given;
    const now = this.clock.system();
    await tx.insert(Session, {
      ...given,
      id: newId(),
      applicationId: null,
      tokenHash: this.hash(secret),
      browserHash: this.browserHash(browser),
      methods: [...methods],
      beganAt: now,
      seenAt: now,
      expiresAt: new Date(now.getTime() + (isComplete ? this.lifeMs : SECOND_FACTOR_MS)),
      endedAt: null,
    });
    await this.dropOld(tx, personId);
  }

  /** Begins a program's session, which is found by its id alone and does not end by being idle. */
  async beginFor(tx: EntityManager, begun: NewApplicationSession): Promise<void> {
    const { application, allowedIn, ...given } = begun;
    const browser = await tx.findOneBy(Session, { id: allowedIn });
    const now = this.clock.system();
    await tx.insert(Session, {
      ...given,
      applicationId: application.id,
      device: browser ? `${application.name}, allowed in ${browser.device}` : application.name,
      methods: browser?.methods ?? ['pwd'],
      ...{ tokenHash: this.hash(given.id), browserHash: '', isComplete: true, nextPath: '' },
      ...{ beganAt: now, seenAt: now, endedAt: null },
    });
    await this.dropOld(tx, given.personId);
  }

  /** Extends a program's session, and counts as activity. */
  async extend(tx: EntityManager, id: string, expiresAt: Date): Promise<void> {
    await tx.update(Session, { id, endedAt: IsNull() }, { seenAt: this.clock.system(), expiresAt });
  }

  /** Ends the sessions of families. Needs no revocation, since the caller has ended the families' tokens. */
  async endOfFamilies(tx: EntityManager, ids: readonly string[]): Promise<void> {
    await tx.update(Session, { id: In([...ids]), endedAt: IsNull() }, { endedAt: this.clock.system() });
  }

  /** @returns whether the person had such a session */
  async end(tx: EntityManager, personId: string, id: string): Promise<boolean> {
    const ended = await tx.update(Session, { id, personId, endedAt: IsNull() }, { endedAt: this.clock.system() });
    if (ended.affected !== 1) return false;
    await this.revocations.end(tx, 'session', id);
    return true;
  }

  /** @param exceptId the session that does not end */
  async endAll(tx: EntityManager, personId: string, exceptId?: string): Promise<void> {
    const others = { personId, endedAt: IsNull(), ...(exceptId !== undefined && { id: Not(exceptId) }) };
    const ended = await tx.find(Session, { where: others, select: { id: true } });
    await tx.update(Session, others, { endedAt: this.clock.system() });
    await this.revocations.end(tx, 'session', ...ended.map(({ id }) => id));
  }

  /** Latest first. */
  async liveOf(personId: string): Promise<readonly Session[]> {
    const rows = await this.latestOf(personId, KEPT_MAX);
    const now = this.clock.system();
    return rows.filter((session) => session.endedAt === null && this.isLive(session, now));
  }

  /** Latest first. */
  latestOf(personId: string, count: number): Promise<Session[]> {
    const where = { personId, isComplete: true };
    return this.dataSource.manager.find(Session, { where, order: { beganAt: 'DESC', id: 'DESC' }, take: count });
  }

  isKnown(personId: string, browser: string): Promise<boolean> {
    const browserHash = this.browserHash(browser);
    return this.dataSource.manager.existsBy(Session, { personId, browserHash, isComplete: true });
  }

  private async dropOld(tx: EntityManager, personId: string): Promise<void> {
    const kept = { where: { personId }, order: { beganAt: 'DESC', id: 'DESC' }, skip: KEPT_MAX } as const;
    const old = await tx.find(Session, { ...kept, select: { id: true } });
    if (old.length > 0) await tx.delete(Session, { id: In(old.map(({ id }) => id)) });
  }

  private isLive({ isComplete, applicationId, seenAt, expiresAt }: Session, now: Date): boolean {
    const isIdle = isComplete && applicationId === null && now.getTime() - seenAt.getTime() >= this.idleMs;
    return !isIdle && now < expiresAt;
  }

  private hash(secret: string): string {
    return this.sealer.fingerprint('auth.session', secret);
  }

  private browserHash(browser: string): string {
    return this.sealer.fingerprint('auth.browser', browser);
  }
}
