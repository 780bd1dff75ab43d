import { Injectable } from '@nestjs/common';
import { TOKEN_AUDIENCE } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { createLocalJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyResult } from 'jose';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { AuthConfig } from '../config.js';
import { endedOf } from '../revocation/revocations.rows.js';
import { SIGNING_ALGORITHM, SigningKeys } from '../signing-key/signing-keys.js';

const claims = z.object({
  sub: z.uuid(),
  client_id: z.uuid(),
  account_id: z.uuid(),
  scope: z.string(),
  jti: z.string(),
  family: z.string(),
  sid: z.string(),
  iat: z.number(),
});

/** For whom an access token speaks, and with which scopes. */
export interface PersonAccess {
  readonly personId: string;
  readonly scopes: readonly string[];
}

/** Verifies access tokens of people, where auth itself is asked. */
@Injectable()
export class PersonAccessTokens {
  constructor(
    private readonly dataSource: DataSource,
    private readonly keys: SigningKeys,
    private readonly config: AuthConfig,
    private readonly clock: Clock,
  ) {}

  /** @returns undefined for a token that is invalid, expired, ended, or an application's own */
  async verify(token: string): Promise<PersonAccess | undefined> {
    const verified = await this.signed(token);
    const { success, data } = claims.safeParse(verified?.payload);
    if (!verified || !success) return undefined;
    const { sub, client_id: application, account_id: account, scope, jti, family, sid, iat } = data;
    const names = [
      { kind: 'token', id: jti },
      { kind: 'family', id: family },
      { kind: 'session', id: sid },
      { kind: 'person', id: sub },
      { kind: 'application', id: application },
      { kind: 'account', id: account },
      ...(verified.protectedHeader.kid === undefined
        ? []
        : [{ kind: 'signing-key', id: verified.protectedHeader.kid } as const]),
    ] as const;
    const ended = await endedOf(this.dataSource.manager, { names: [...names], issuedAtMs: Math.round(iat * 1_000) });
    return ended === undefined ? { personId: sub, scopes: scope.split(' ') } : undefined;
  }

  /** @returns undefined unless it is a token of ours that has not expired */
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
