import { Injectable } from '@nestjs/common';
import { Clock } from '@halyard/core';
import { SignJWT } from 'jose';
import { DataSource } from 'typeorm';
import type { ActiveApplication } from '../application/active-applications.query.js';
import { isPublic } from '../application/application.entity.js';
import { AuthConfig } from '../config.js';
import { activeMembership } from '../person/active-membership.query.js';
import { ID_TOKEN_ALGORITHM, SigningKeys } from '../signing-key/signing-keys.js';
import { TOKEN_TTL_SECONDS } from '../revocation/token-lifetime.js';
import { AccessTokenSigner } from '../signing-key/access-token-signer.js';
import { REFRESH_TTL_MS, TokenFamilies } from './token-families.js';
import { grantTo } from './person-grant.js';
import type { TokenFamily } from './token-family.entity.js';

/** The answer to a grant of a person (RFC 6749, 5.1; reference facts, 14.1). */
export interface PersonTokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
  readonly refresh_token: string;
  readonly refresh_expires_in: number;
  readonly scope: string;
  readonly account_id: string;
  readonly _links: { readonly account: { readonly href: string } };
  readonly id_token?: string;
}

export interface Authentication {
  readonly authTime?: number | undefined;
  readonly amr?: readonly string[] | undefined;
  readonly nonce?: string | undefined;
}

/** How the person had logged in to the session in which it allowed the family. */
export const authenticationOf = ({ authenticatedAt, methods }: TokenFamily): Authentication => ({
  ...(authenticatedAt && { authTime: secondsOf(authenticatedAt) }),
  ...(methods && { amr: methods }),
});

@Injectable()
export class PersonTokens {
  constructor(
    private readonly dataSource: DataSource,
    private readonly signer: AccessTokenSigner,
    private readonly signingKeys: SigningKeys,
    private readonly families: TokenFamilies,
    private readonly config: AuthConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns undefined if the person may no longer let the application act for the account, the person or the account
   * is suspended, or the person is logged out
   */
  async make(
    family: TokenFamily,
    application: ActiveApplication,
    scopes: readonly string[],
  ): Promise<PersonTokenAnswer | undefined> {
    const { id, personId, accountId, generation } = family;
    const membership = await activeMembership(this.dataSource, personId, accountId);
    const grant = membership && grantTo(membership, application, scopes);
    const lifetime = await this.families.lifetimeOf(family, application);
    if (!grant || lifetime === undefined) return undefined;
    const scope = grant.scopes.join(' ');
    const claims = {
      sub: personId,
      client_id: application.id,
      account_id: accountId,
      scope,
      may: grant.may,
      family: id,
      sid: sessionIdOf(family, application),
      ...(family.authenticatedAt && { auth_time: secondsOf(family.authenticatedAt) }),
      ...(application.kind === 'first-party'
        ? { first_party: true as const }
        : application.accountId !== accountId && { client_account_id: application.accountId }),
    };
    return {
      access_token: await this.signer.sign(claims, lifetime),
      token_type: 'Bearer',
      expires_in: lifetime,
      refresh_token: this.families.refreshTokenOf(family, generation),
      refresh_expires_in: REFRESH_TTL_MS / 1_000,
      scope,
      account_id: accountId,
      _links: { account: { href: `${this.config.addresses.apiUrl}/accounts/${accountId}` } },
    };
  }

  async idTokenOf(
    family: TokenFamily,
    application: ActiveApplication,
    { authTime, amr, nonce }: Authentication,
  ): Promise<string> {
    const { key, kid } = await this.signingKeys.signingKey(ID_TOKEN_ALGORITHM);
    const issuedAt = Math.floor(this.clock.system().getTime() / 1_000);
    return new SignJWT({ auth_time: authTime, amr, nonce, sid: sessionIdOf(family, application) })
      .setProtectedHeader({ alg: ID_TOKEN_ALGORITHM, typ: 'JWT', kid })
      .setIssuer(this.config.addresses.issuer)
      .setSubject(family.personId)
      .setAudience(application.key)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + TOKEN_TTL_SECONDS)
      .sign(key);
  }
}

export const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1_000);

/**
 * Tokens of the console belong to the person's session. Tokens of integrations and of public programs outlive the
 * session in which they were allowed, so each of their authorizations counts as a session.
 */
export const sessionIdOf = ({ id, sessionId }: TokenFamily, application: ActiveApplication): string =>
  application.kind === 'first-party' && !isPublic(application) ? sessionId : id;
