import { Injectable } from '@nestjs/common';
import { permissions, TOKEN_AUDIENCE } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyResult } from 'jose';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { AuthConfig } from '../config.js';
import { endedOf } from '../revocation/revocations.rows.js';
import { SIGNING_ALGORITHM, SigningKeys } from '../signing-key/signing-keys.js';

const LENGTH_MAX = 4_096;

const claims = z.object({
  sub: z.uuid(),
  client_id: z.uuid(),
  account_id: z.uuid(),
  scope: z.string(),
  may: z.enum(permissions),
  jti: z.string(),
  iss: z.string(),
  aud: z.string(),
  iat: z.number(),
  /** Tokens of the previous release have no `iat_ms`, and an `iat` with a fraction. */
  iat_ms: z.number().optional(),
  exp: z.number(),
  /** Only in a person's token. */
  auth_time: z.number().optional(),
  family: z.string().optional(),
  sid: z.string().optional(),
});
export type IssuedClaims = z.infer<typeof claims>;

interface IssuedToken {
  readonly claims: IssuedClaims;
  readonly kid: string | undefined;
}

@Injectable()
export class IssuedAccessTokens {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: SigningKeys,
    private readonly config: AuthConfig,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined if we did not issue the token, or it has expired */
  async read(token: string): Promise<IssuedToken | undefined> {
    const verified = token.length > LENGTH_MAX ? undefined : await this.signed(token);
    const { data } = claims.safeParse(verified?.payload);
    return data && { claims: data, kid: verified?.protectedHeader.kid };
  }

  /** Returns the claims of a token that has neither expired nor been revoked. */
  async standing(token: string): Promise<IssuedClaims | undefined> {
    const issued = await this.read(token);
    return issued && !(await this.hasEnded(issued)) ? issued.claims : undefined;
  }

  private async hasEnded({ claims, kid }: IssuedToken) {
    const { sub, client_id, account_id, jti, iat, iat_ms: issuedMs, family, sid } = claims;
    const named = [
      { kind: 'token', id: jti },
      { kind: 'family', id: family },
      { kind: 'session', id: sid },
      { kind: 'person', id: sub },
      { kind: 'application', id: client_id },
      { kind: 'account', id: account_id },
      { kind: 'signing-key', id: kid },
    ] as const;
    const names = named.flatMap(({ kind, id }) => (id === undefined ? [] : [{ kind, id }]));
    const ended = await endedOf(this.dataSource.manager, { names, issuedAtMs: issuedMs ?? Math.round(iat * 1_000) });
    return ended !== undefined;
  }

  private async signed(token: string): Promise<JWTVerifyResult<JWTPayload> | undefined> {
    try {
      return await jwtVerify(token, createLocalJWKSet(await this.keys.publicKeys(SIGNING_ALGORITHM)), {
        algorithms: [SIGNING_ALGORITHM],
        issuer: this.config.addresses.issuer,
        audience: TOKEN_AUDIENCE,
        currentDate: this.clock.system(),
      });
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined;
      throw error;
    }
  }
}
