import { Injectable } from '@nestjs/common';
import { type ApplicationPrincipal, permissions, TOKEN_AUDIENCE } from '@halyard/contracts';
import { atMost, Clock, DomainError } from '@halyard/core';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { GatewayConfig } from '../config.js';
import { readScopes } from './scopes.js';
import { type Mark, markOf } from './revocation/mark.js';
import { Revocations } from './revocation/revocations.js';
import { SigningKeys } from './signing-keys.js';

const ALGORITHMS = ['ES256'];
const TOKENS_REMEMBERED_MAX = 20_000;
const TOKEN_LENGTH_MAX = 4_096;
const FOR_EVER_SECONDS = Number.MAX_SAFE_INTEGER;

const claims = z.object({
  sub: z.string(),
  client_id: z.string().optional(),
  account_id: z.uuid(),
  scope: z.string().default(''),
  /** Tokens of the previous release have none: all applications had these permissions. */
  may: z.enum(permissions).default('read-write-transact'),
  exp: z.number(),
  iat: z.number().default(0),
  /** Tokens of the previous release have none, and an `iat` with a fraction. */
  iat_ms: z.number().optional(),
  jti: z.string().optional(),
  /** The session in which it was given. */
  sid: z.string().optional(),
  /** One authorization and all tokens that came of it by refreshing. */
  family: z.string().optional(),
  /** When the person who allowed it had logged in. */
  auth_time: z.number().optional(),
  first_party: z.literal(true).optional(),
  /** The application's own account, if the token acts for another one. */
  client_account_id: z.uuid().optional(),
});

interface VerifiedToken {
  readonly principal: ApplicationPrincipal;
  readonly expiresAtMs: number;
  readonly mark: Mark;
}

/** Access tokens: JWTs that auth signs. Each gateway verifies them by itself, once. */
@Injectable()
export class AccessTokens {
  private readonly verified = new LRUCache<string, VerifiedToken>(atMost(TOKENS_REMEMBERED_MAX));

  constructor(
    private readonly config: GatewayConfig,
    private readonly keys: SigningKeys,
    private readonly revocations: Revocations,
    private readonly clock: Clock,
  ) {
    revocations.onEnded((news) => {
      // The list forgets a withdrawn key after the lifetime of a token, but a thief's tokens live longer.
      if (!news.isBeyond && !news.concerns('signing-key')) return;
      for (const [token, { mark }] of this.verified.entries()) if (news.ends(mark)) this.verified.delete(token);
    });
  }

  /**
   * Returns the holder of a token that was verified and has not expired; undefined for any other token. @throws
   * DomainError as `verify` if it has ended since
   */
  recall(token: string): ApplicationPrincipal | undefined {
    const remembered = this.verified.get(token);
    if (!remembered || this.clock.system().getTime() >= remembered.expiresAtMs) return undefined;
    this.revocations.requireStanding(remembered.mark);
    return remembered.principal;
  }

  /** When a verified token expires, and what can end it earlier. */
  endOf(token: string): { readonly expiresAtMs: number; readonly mark: Mark } | undefined {
    return this.verified.get(token);
  }

  /**
   * @throws DomainError ExpiredAccessToken, InvalidAccessToken, InvalidApplicationStatus, InvalidAccountStatus;
   * ServiceUnavailable if the keys or the list of ended tokens can't be had
   */
  async verify(token: string): Promise<ApplicationPrincipal> {
    if (token.length > TOKEN_LENGTH_MAX) throw new DomainError('InvalidAccessToken');
    try {
      const verified = await this.read(token, 0);
      await this.revocations.requireNewStanding(verified.mark);
      this.verified.set(token, verified);
      return verified.principal;
    } catch (error) {
      throw refusal(error);
    }
  }

  /** The holder of a remembered token, which may have ended. */
  knownHolderOf(token: string): ApplicationPrincipal | undefined {
    return this.verified.get(token)?.principal;
  }

  /**
   * The holder of a token, which may have ended. Undefined if nobody here has signed the token, or its key can't be
   * had.
   */
  async holderOf(token: string): Promise<ApplicationPrincipal | undefined> {
    if (token.length > TOKEN_LENGTH_MAX) return undefined;
    try {
      return (await this.read(token, FOR_EVER_SECONDS)).principal;
    } catch {
      return undefined;
    }
  }

  /** @throws jose's errors, ZodError */
  private async read(token: string, clockTolerance: number): Promise<VerifiedToken> {
    const { payload, protectedHeader } = await jwtVerify(token, this.keys.find, {
      algorithms: ALGORITHMS,
      issuer: this.config.addresses.issuer,
      audience: TOKEN_AUDIENCE,
      currentDate: this.clock.system(),
      clockTolerance,
    });
    const read = claims.parse(payload);
    const { sub, client_id: applicationId = sub, account_id: accountId, scope, may, exp } = read;
    const { first_party: isFirstParty, auth_time: authTime, client_account_id: clientAccountId } = read;
    const ofPerson = {
      userId: sub,
      ...(authTime !== undefined && { authTime }),
      ...(isFirstParty && { isFirstParty }),
    };
    const user = sub === applicationId ? {} : ofPerson;
    const granted = { scopes: readScopes(scope), may };
    const owner = clientAccountId === undefined ? {} : { clientAccountId };
    const principal = { kind: 'application', applicationId, accountId, ...granted, ...user, ...owner } as const;
    const { iat, iat_ms: issuedMs = iat * 1_000, jti, sid, family } = read;
    const named = { token: jti, family, session: sid, person: sub === applicationId ? undefined : sub };
    const owners = { application: applicationId, account: accountId, 'signing-key': protectedHeader.kid };
    return { principal, expiresAtMs: exp * 1_000, mark: markOf({ ...named, ...owners }, issuedMs) };
  }
}

function refusal(cause: unknown): unknown {
  if (cause instanceof errors.JWTExpired) return new DomainError('ExpiredAccessToken', { cause });
  const isInvalid = cause instanceof errors.JOSEError || cause instanceof z.ZodError;
  return isInvalid ? new DomainError('InvalidAccessToken', { cause }) : cause;
}
