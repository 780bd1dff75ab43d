import { sign } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type Permissions, TOKEN_AUDIENCE } from '@halyard/contracts';
import { Clock, newId } from '@halyard/core';
import { decodeJwt } from 'jose';
import { TOKEN_TTL_SECONDS } from '../revocation/token-lifetime.js';
import { AuthConfig } from '../config.js';
import { SIGNING_ALGORITHM, SigningKeys } from './signing-keys.js';

export interface AccessTokenClaims {
  /** A person, or the application itself. */
  readonly sub: string;
  readonly client_id: string;
  readonly account_id: string;
  readonly scope: string;
  readonly may: Permissions;
  /** Only in a person's token. */
  readonly family?: string;
  /** The person's session in which the family began. */
  readonly sid?: string;
  /** When the person who allowed the token logged in, in seconds (RFC 9068, 2.2.1). Refreshing does not change it. */
  readonly auth_time?: number;
  /** The application's own account, if the token acts for another one. */
  readonly client_account_id?: string;
  /** Only for first-party applications, in which the person has its own role. */
  readonly first_party?: true;
}

/**
 * Signs access tokens: JWTs (RFC 9068) that name the account they act for. `iat` and `exp` are whole seconds, since
 * some libraries accept nothing else. `iat_ms` gives the milliseconds, so that a revocation of earlier tokens does not
 * hit later ones.
 */
@Injectable()
export class AccessTokenSigner {
  constructor(
    private readonly signingKeys: SigningKeys,
    private readonly config: AuthConfig,
    private readonly clock: Clock,
  ) {}

  async sign(given: AccessTokenClaims, lifetimeSeconds = TOKEN_TTL_SECONDS): Promise<string> {
    const { kid, key } = await this.signingKeys.signingKey(SIGNING_ALGORITHM);
    const issuedMs = this.clock.system().getTime();
    const issuedAt = Math.floor(issuedMs / 1_000);
    const claims = {
      iss: this.config.addresses.issuer,
      aud: TOKEN_AUDIENCE,
      ...given,
      jti: newId(),
      iat: issuedAt,
      iat_ms: issuedMs,
      exp: issuedAt + lifetimeSeconds,
    };
    const signed = `${encoded({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid })}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    return `${signed}.${signature.toString('base64url')}`;
  }
}

export function issuedAtOf(token: string): Date {
  const { iat_ms: issuedMs = 0 } = decodeJwt<{ iat_ms: number }>(token);
  return new Date(issuedMs);
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
