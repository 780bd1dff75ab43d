import { Injectable } from '@nestjs/common';
import { Clock, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { ConsoleConfig } from '../config.js';
import { LogInAttempt } from './log-in-attempt.entity.js';
import { newSecret } from './session-cookie.js';
import { KeptForm } from './kept-form.entity.js';
import { Session } from './session.entity.js';
import { type Tokens, tokens } from '../authorization/tokens.js';

const CONTEXT = 'console.tokens';
const SEEN_EVERY_MS_MAX = 60_000;
/** Without a log-in, a session lasts as long as an attempt may take. */
const VISIT_MS = 15 * 60_000;
/** A form that was filled in waits so long after its session for the person to log in again. */
const FORMS_KEPT_MS = 30 * 60_000;

/** A session in which a person has logged in. */
export interface LiveSession {
  readonly id: string;
  readonly personId: string;
  readonly accountId: string;
  readonly loggedInAt: Date;
  readonly seenAt: Date;
  readonly expiresAt: Date;
  readonly sealedTokens: Buffer;
}

/** A person and the account for which the person has logged in. */
export type Owner = Pick<LiveSession, 'personId' | 'accountId'>;

/** The sealed tokens of a session, and the person whose key seals them. */
type SealedSession = Pick<LiveSession, 'personId' | 'sealedTokens'>;

/** The session of a browser that comes to log in. */
interface Visit {
  readonly id: string;
  /** A person has logged in, but has not used the session for too long. */
  readonly isIdle: boolean;
}

export interface LogIn {
  readonly personId: string;
  readonly accountId: string;
  readonly loggedInAt: Date;
  readonly tokens: Tokens;
}

/** Stores sessions. The browser has only an opaque secret; its tokens are stored here, sealed. */
@Injectable()
export class Sessions {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    private readonly config: ConsoleConfig,
  ) {}

  /** Finds a person's session that has not ended. Does not count as activity. */
  async find(secret: string | undefined): Promise<LiveSession | undefined> {
    const session = await this.row(secret);
    const { personId, accountId, sealedTokens, loggedInAt } = session ?? {};
    if (!session || !personId || !accountId || !sealedTokens || !loggedInAt || this.isIdle(session)) return undefined;
    return { ...session, personId, accountId, sealedTokens, loggedInAt };
  }

  /** Finds a person's session that has not ended, and counts this as activity. */
  async use(secret: string | undefined): Promise<LiveSession | undefined> {
    const session = await this.find(secret);
    const now = this.clock.system();
    if (!session || now.getTime() < this.restsUntilMs(session)) return session;
    const { id } = session;
    await this.dataSource.manager.update(Session, { id }, { seenAt: now });
    await this.dataSource.manager.update(KeptForm, { sessionId: id }, { expiresAt: this.formsUntil(session, now) });
    return { ...session, seenAt: now };
  }

  /** Any session of this browser, even one that was left idle or in which nobody has logged in. */
  async visitOf(secret: string | undefined): Promise<Visit | undefined> {
    const session = await this.row(secret);
    return session && { id: session.id, isIdle: this.isIdle(session) };
  }

  async beginVisit(): Promise<Pick<Visit, 'id'> & { readonly secret: string }> {
    const { id, secret, row } = this.newRow(VISIT_MS);
    await this.dataSource.manager.insert(Session, row);
    return { id, secret };
  }

  /** A person's session by its id; undefined if nobody has logged in. */
  async loggedIn(id: string): Promise<(SealedSession & Pick<Visit, 'isIdle'>) | undefined> {
    const session = await this.dataSource.manager.findOneBy(Session, { id });
    const { personId, sealedTokens } = session ?? {};
    if (!session || !personId || !sealedTokens) return undefined;
    return { personId, sealedTokens, isIdle: this.isIdle(session) };
  }

  /**
   * Replaces the visit's session by a new one, so that the browser's former secret is worthless. The forms of a
   * session that has not ended go on in the new one, for the same person and account.
   *
   * @param before the session of the person who was logged in
   * @returns the new secret
   */
  async logIn(visitId: string, before: Pick<Visit, 'isIdle'> | undefined, next: LogIn): Promise<string> {
    const { personId, accountId, loggedInAt, tokens: given } = next;
    const sealedTokens = await this.seal(personId, given);
    const { secret, row } = this.newRow(this.config.consoleSessionMax * 1_000);
    await this.dataSource.transaction(async (tx) => {
      await tx.insert(Session, { ...row, personId, accountId, loggedInAt, sealedTokens });
      if (before && !before.isIdle) {
        const moved = { sessionId: row.id, expiresAt: this.formsUntil(row, row.seenAt) };
        await tx.update(KeptForm, { sessionId: visitId, personId, accountId }, moved);
      }
      // Attempts in other tabs of the browser go on.
      await tx.update(LogInAttempt, { sessionId: visitId }, { sessionId: row.id });
      await tx.delete(Session, { id: visitId });
    });
    return secret;
  }

  async tokensOf({ personId, sealedTokens }: SealedSession): Promise<Tokens> {
    return tokens.parse(JSON.parse(await this.sealer.open(personId, CONTEXT, sealedTokens)));
  }

  async keep({ id, personId }: LiveSession, renewed: Tokens): Promise<void> {
    await this.dataSource.manager.update(Session, { id }, { sealedTokens: await this.seal(personId, renewed) });
  }

  async end({ id }: Pick<LiveSession, 'id'>): Promise<void> {
    await this.dataSource.manager.delete(Session, { id });
  }

  /** Ends a session by its person's wish, with the forms that were filled in in it. */
  async logOut({ id }: Pick<LiveSession, 'id'>): Promise<void> {
    await this.dataSource.manager.delete(KeptForm, { sessionId: id });
    await this.end({ id });
  }

  /** The time until which the forms of a session are kept that was last used at `usedAt`. */
  formsUntil(session: Pick<LiveSession, 'expiresAt'>, usedAt: Date): Date {
    return new Date(this.endsOf(session, usedAt).idle.getTime() + FORMS_KEPT_MS);
  }

  /** The times at which a session ends that was last used at `usedAt`: after the longest idle time, and in any case. */
  endsOf(
    { expiresAt }: Pick<LiveSession, 'expiresAt'>,
    usedAt: Date,
  ): { readonly idle: Date; readonly absolute: Date } {
    const idle = new Date(usedAt.getTime() + this.config.consoleSessionIdle * 1_000);
    return { idle: idle < expiresAt ? idle : expiresAt, absolute: expiresAt };
  }

  /** Until this time, further requests need not update the session. */
  restsUntilMs({ seenAt, expiresAt }: LiveSession): number {
    const everyMs = Math.min(SEEN_EVERY_MS_MAX, (this.config.consoleSessionIdle * 1_000) / 2);
    return Math.min(seenAt.getTime() + everyMs, expiresAt.getTime());
  }

  private async row(secret: string | undefined): Promise<Session | undefined> {
    if (secret === undefined) return undefined;
    const session = await this.dataSource.manager.findOneBy(Session, { tokenHash: this.hash(secret) });
    return session && session.expiresAt > this.clock.system() ? session : undefined;
  }

  private isIdle({ personId, seenAt }: Session): boolean {
    const sinceMs = this.clock.system().getTime() - seenAt.getTime();
    return personId !== null && sinceMs >= this.config.consoleSessionIdle * 1_000;
  }

  private newRow(forMs: number) {
    const now = this.clock.system();
    const [id, secret] = [newId(), newSecret()];
    const row = { id, tokenHash: this.hash(secret), seenAt: now, expiresAt: new Date(now.getTime() + forMs) };
    return { id, secret, row };
  }

  private hash(secret: string): string {
    return this.sealer.fingerprint('console.session', secret);
  }

  private seal(personId: string, given: Tokens): Promise<Buffer> {
    return this.sealer.seal(personId, CONTEXT, JSON.stringify(given));
  }
}
