import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { Clock, DomainError } from '@halyard/core';
import { FRESH_SECONDS } from '../admission/fresh-log-in.js';
import { ConsoleConfig } from '../config.js';
import { type Owner, Sessions } from '../session/sessions.js';
import { tokenAnswer, tokensOf } from '../authorization/tokens.js';
import { AuthorizationServer } from '../authorization/authorization-server.js';
import { ConsoleStrategy, type LogInRequest } from './console-strategy.js';
import { LogInAttempts } from './log-in-attempts.js';

const NONCE_BYTES = 32;
export interface BrowserRequest extends LogInRequest {
  readonly operation: Operation;
  /** Id of the browser's session, in which nobody may have logged in yet. */
  readonly visitId: string;
  /** Set when an attempt ends. */
  attempt?: { readonly nonce: string; readonly returnPath: string };
  /** Given when an attempt begins. */
  readonly begins?: { readonly nonce: string; readonly returnPath: string };
}

export interface LoggedIn extends Owner {
  readonly secret: string;
  readonly returnPath: string;
}

interface WantedLogIn {
  readonly returnPath: string;
  readonly isFresh: boolean;
  /** The browser comes from a session that was left idle. */
  readonly wasIdle: boolean;
  readonly choosesAccount: boolean;
}

@Injectable()
export class LogIns {
  constructor(
    private readonly server: AuthorizationServer,
    private readonly attempts: LogInAttempts,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly config: ConsoleConfig,
  ) {}

  /** @returns the URL to which the browser goes next */
  async begin(
    request: Omit<BrowserRequest, 'query' | 'begins'>,
    { returnPath, isFresh, wasIdle, choosesAccount }: WantedLogIn,
  ): Promise<string> {
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const outcome = await this.strategyOf(request.operation).run(
      { ...request, query: {}, begins: { nonce, returnPath } },
      {
        nonce,
        ...((isFresh || wasIdle) && { max_age: String(isFresh ? FRESH_SECONDS : this.config.consoleSessionIdle) }),
        ...(choosesAccount && { prompt: 'select_account' }),
      },
    );
    if (!('location' in outcome)) throw new Error('a log-in began without a place to go');
    return outcome.location;
  }

  /** @returns undefined if the answer of the authorization server belongs to no log-in of this browser */
  async finish(request: BrowserRequest): Promise<LoggedIn | undefined> {
    const outcome = await this.strategyOf(request.operation).run(request);
    return 'user' in outcome ? outcome.user : undefined;
  }

  private strategyOf(operation: Operation): ConsoleStrategy<BrowserRequest, LoggedIn> {
    const { addresses } = this.config;
    return new ConsoleStrategy({
      authorizationUrl: `${addresses.url}/auth`,
      callbackUrl: `${addresses.consoleHome}callback`,
      clientId: this.server.clientId,
      begin: ({ visitId, begins }, verifier) => {
        if (!begins) throw new Error('a log-in began without its page');
        return this.attempts.begin({ sessionId: visitId, verifier, ...begins });
      },
      resume: async (request, state) => {
        const attempt = await this.attempts.take(state, request.visitId);
        request.attempt = attempt;
        return attempt?.verifier;
      },
      exchange: (fields) => this.server.exchange(fields, operation),
      finish: (request, answer) => this.loggedIn(request, answer),
    });
  }

  /**
   * @throws DomainError Forbidden for a person that may not act for the account, or is suspended; InvalidCredentials if
   * the session was left idle, and the person has not logged in since
   */
  private async loggedIn(
    { attempt, operation, visitId }: BrowserRequest,
    answer: Readonly<Record<string, unknown>>,
  ): Promise<LoggedIn> {
    const given = tokenAnswer.parse(answer);
    const { nonce = '', returnPath = '' } = attempt ?? {};
    const { personId, loggedInAt } = await this.server.identityOf(given.id_token ?? '', nonce, operation);
    const tokens = tokensOf(given, this.clock.system());
    if (!(await this.server.member(tokens.accessToken, operation))) throw new DomainError('Forbidden');
    const before = await this.sessions.loggedIn(visitId);
    const ageMs = this.clock.system().getTime() - loggedInAt.getTime();
    if (before?.isIdle && ageMs > this.config.consoleSessionIdle * 1_000) throw new DomainError('InvalidCredentials');
    if (before) await this.server.revoke((await this.sessions.tokensOf(before)).refreshToken, operation);
    const owner: Owner = { personId, accountId: given.account_id };
    const secret = await this.sessions.logIn(visitId, before, { ...owner, loggedInAt, tokens });
    return { ...owner, secret, returnPath };
  }
}
