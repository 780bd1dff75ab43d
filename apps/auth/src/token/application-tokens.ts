import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { TOKEN_AUDIENCE } from '@halyard/contracts';
import { Clock, newId } from '@halyard/core';
import { ApplicationCredentials } from '../application/application-credentials.js';
import type { Application } from '../application/application.entity.js';
import { AuthConfig } from '../config.js';
import { SIGNING_ALGORITHM, SigningKeys } from '../signing-key/signing-keys.js';
import { TOKEN_TTL_SECONDS } from '../revocation/token-lifetime.js';
import { credentialsOf, type TokenRequest } from './token-request.js';

const PLAIN_FIELDS = new Set(['grant_type', 'client_id', 'client_secret', 'scope']);

/** The answer to a token request (RFC 6749, 5.1). */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
}

type GrantedApplication = Pick<Application, 'id' | 'accountId' | 'permissions'>;

interface Signer {
  readonly key: KeyObject;
  /** The protected header, encoded; the same in every token. */
  readonly header: string;
}

/** Access tokens of applications: JWTs (RFC 9068) that name the account they act for. */
@Injectable()
export class ApplicationTokens {
  private signing?: Promise<Signer>;

  constructor(
    private readonly credentials: ApplicationCredentials,
    private readonly signingKeys: SigningKeys,
    private readonly config: AuthConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Answers a request for an application's own token if it is fully valid.
   *
   * @returns undefined for any other request: errors are answered elsewhere
   */
  async exchange({ form, authorization }: TokenRequest): Promise<TokenAnswer | undefined> {
    if (form['grant_type'] !== 'client_credentials') return undefined;
    if (!Object.keys(form).every((field) => PLAIN_FIELDS.has(field))) return undefined;
    const credentials = credentialsOf({ form, authorization });
    const application = credentials && (await this.credentials.authenticate(...credentials));
    if (!application) return undefined;
    const scope = grantedScope(application, form['scope']);
    return scope === undefined ? undefined : this.make(application, scope);
  }

  /** @param scope the granted scopes, separated by blanks */
  async make({ id, accountId, permissions }: GrantedApplication, scope: string): Promise<TokenAnswer> {
    const { key, header } = await this.signer();
    // To the millisecond: what ends the tokens of before must not end those of after.
    const issuedAt = this.clock.system().getTime() / 1_000;
    const claims = {
      iss: this.config.addresses.issuer,
      aud: TOKEN_AUDIENCE,
      sub: id,
      client_id: id,
      account_id: accountId,
      scope,
      may: permissions,
      jti: newId(),
      iat: issuedAt,
      exp: Math.floor(issuedAt) + TOKEN_TTL_SECONDS,
    };
    const signed = `${header}.${encoded(claims)}`;
    const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
    return {
      access_token: `${signed}.${signature.toString('base64url')}`,
      token_type: 'Bearer',
      expires_in: TOKEN_TTL_SECONDS,
    };
  }

  private signer(): Promise<Signer> {
    this.signing ??= this.loadSigner().catch((error: unknown) => {
      this.signing = undefined;
      throw error;
    });
    return this.signing;
  }

  private async loadSigner(): Promise<Signer> {
    const [jwk] = await this.signingKeys.privateKeys();
    if (!jwk) throw new Error('there is no key to sign tokens with');
    const header = encoded({ alg: SIGNING_ALGORITHM, typ: 'at+jwt', kid: jwk.kid });
    return { key: createPrivateKey({ key: { ...jwk }, format: 'jwk' }), header };
  }
}

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/**
 * The requested scopes, or all of the application's when none is requested. Undefined when the application lacks one of
 * them.
 */
export function grantedScope({ scopes }: Pick<Application, 'scopes'>, requested = ''): string | undefined {
  if (requested === '') return scopes.join(' ');
  const allowed: ReadonlySet<string> = new Set(scopes);
  return requested.split(' ').every((scope) => allowed.has(scope)) ? requested : undefined;
}
