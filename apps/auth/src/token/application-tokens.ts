import { Injectable } from '@nestjs/common';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { isActive } from '../application/active-applications.query.js';
import type { Application } from '../application/application.entity.js';
import { TOKEN_TTL_SECONDS } from '../revocation/token-lifetime.js';
import { AccessTokenSigner } from '../signing-key/access-token-signer.js';
import { credentialsOf, tokenRefusal, type TokenRefusal, type TokenRequest } from './token-request.js';

const PLAIN_FIELDS = new Set(['grant_type', 'client_id', 'client_secret', 'scope']);

/** RFC 6749, 5.1. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: 'Bearer';
  readonly expires_in: number;
}

type GrantedApplication = Pick<Application, 'id' | 'accountId' | 'permissions'>;

/** Issues tokens for an application's own credentials. */
@Injectable()
export class ApplicationTokens {
  constructor(
    private readonly credentials: ApplicationCredentials,
    private readonly signer: AccessTokenSigner,
  ) {}

  /** @returns undefined unless the request is fully valid; oidc-provider then answers, and reports the error */
  async exchange({ form, authorization }: TokenRequest): Promise<TokenAnswer | undefined> {
    if (form['grant_type'] !== 'client_credentials') return undefined;
    if (!Object.keys(form).every((field) => PLAIN_FIELDS.has(field))) return undefined;
    const credentials = credentialsOf({ form, authorization });
    const application = credentials && (await this.credentials.authenticate(...credentials));
    if (!application || !isActive(application)) return undefined;
    const scope = grantedScope(application, form['scope']);
    return scope === undefined ? undefined : this.make(application, scope);
  }

  /** Refuses an application with right credentials that may not get tokens; undefined for any other request. */
  async refusalOfInactive(request: TokenRequest): Promise<TokenRefusal | undefined> {
    const credentials = credentialsOf(request);
    const application = credentials && (await this.credentials.authenticate(...credentials));
    if (!application || isActive(application)) return undefined;
    return tokenRefusal(400, 'unauthorized_client', 'The application or its account is not active.');
  }

  /** @param scope the granted scopes, separated by blanks */
  async make({ id, accountId, permissions }: GrantedApplication, scope: string): Promise<TokenAnswer> {
    const claims = { sub: id, client_id: id, account_id: accountId, scope, may: permissions };
    return { access_token: await this.signer.sign(claims), token_type: 'Bearer', expires_in: TOKEN_TTL_SECONDS };
  }
}

/** The requested scopes, or by default all of the application's. Undefined if the application lacks one of them. */
export function grantedScope({ scopes }: Pick<Application, 'scopes'>, requested = ''): string | undefined {
  if (requested === '') return scopes.join(' ');
  const allowed: ReadonlySet<string> = new Set(scopes);
  return requested.split(' ').every((scope) => allowed.has(scope)) ? requested : undefined;
}
