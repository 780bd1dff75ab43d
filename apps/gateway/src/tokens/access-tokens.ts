import { Injectable } from '@nestjs/common';
import { type ApplicationPrincipal, permissions, TOKEN_AUDIENCE } from '@halyard/contracts';
import { atMost, Clock, DomainError } from '@halyard/core';
import { errors, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { GatewayConfig } from '../config.js';
import { readScopes } from './scopes.js';
import { SigningKeys } from './signing-keys.js';

const ALGORITHMS = ['ES256'];
const TOKENS_REMEMBERED_MAX = 20_000;
const TOKEN_LENGTH_MAX = 4_096;

const claims = z.object({
  sub: z.string(),
  client_id: z.string().optional(),
  account_id: z.uuid(),
  scope: z.string().default(''),
  /** Tokens of the release before have none: all applications had these permissions. */
  may: z.enum(permissions).default('read-write-transact'),
  exp: z.number(),
});

interface Verified {
  readonly principal: ApplicationPrincipal;
  readonly expiresAtMs: number;
}

/** Access tokens: JWTs that auth signs and each gateway verifies by itself, once. */
@Injectable()
export class AccessTokens {
  private readonly verified = new LRUCache<string, Verified>(atMost(TOKENS_REMEMBERED_MAX));

  constructor(
    private readonly config: GatewayConfig,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {}

  /** The principal of a token that was verified before and has not expired. */
  recall(token: string): ApplicationPrincipal | undefined {
    const remembered = this.verified.get(token);
    return remembered && this.clock.system().getTime() < remembered.expiresAtMs ? remembered.principal : undefined;
  }

  /** When a verified token expires. */
  expiryOf(token: string): Date | undefined {
    const remembered = this.verified.get(token);
    return remembered && new Date(remembered.expiresAtMs);
  }

  /** @throws DomainError ExpiredAccessToken, InvalidAccessToken; ServiceUnavailable when the keys can't be had */
  async verify(token: string): Promise<ApplicationPrincipal> {
    if (token.length > TOKEN_LENGTH_MAX) throw new DomainError('InvalidAccessToken');
    try {
      const { payload } = await jwtVerify(token, this.keys.find, {
        algorithms: ALGORITHMS,
        issuer: this.config.addresses.issuer,
        audience: TOKEN_AUDIENCE,
        currentDate: this.clock.system(),
      });
      const { sub, client_id: applicationId = sub, account_id: accountId, scope, may, exp } = claims.parse(payload);
      const user = sub === applicationId ? {} : { userId: sub };
      const granted = { scopes: readScopes(scope), may };
      const principal = { kind: 'application', applicationId, accountId, ...granted, ...user } as const;
      this.verified.set(token, { principal, expiresAtMs: exp * 1000 });
      return principal;
    } catch (error) {
      throw refusal(error);
    }
  }
}

function refusal(cause: unknown): unknown {
  if (cause instanceof errors.JWTExpired) return new DomainError('ExpiredAccessToken', { cause });
  const isInvalid = cause instanceof errors.JOSEError || cause instanceof z.ZodError;
  return isInvalid ? new DomainError('InvalidAccessToken', { cause }) : cause;
}
