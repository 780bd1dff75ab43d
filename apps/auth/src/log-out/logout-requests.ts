import { Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { compactVerify, createLocalJWKSet, errors } from 'jose';
import { z } from 'zod';
import type { ActiveApplication } from '../application/active-applications.query.js';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { AuthConfig } from '../config.js';
import { ID_TOKEN_ALGORITHM, SigningKeys } from '../signing-key/signing-keys.js';

const claims = z.object({ iss: z.string(), aud: z.string() });
const HINT_LENGTH_MAX = 4_096;

export interface LogoutRequest {
  readonly application: ActiveApplication | undefined;
  /** The URL that the browser goes to; undefined if it stays here. */
  readonly to: string | undefined;
}

/** OpenID Connect RP-Initiated Logout 1.0, 2. */
@Injectable()
export class LogoutRequests {
  constructor(
    private readonly credentials: ApplicationCredentials,
    private readonly keys: SigningKeys,
    private readonly config: AuthConfig,
  ) {}

  /** @throws DomainError BadRequest with a message for the person; the application is told nothing */
  async read(parameters: URLSearchParams): Promise<LogoutRequest> {
    const names = [...parameters.keys()];
    if (new Set(names).size < names.length) throw mistaken('It sent a parameter twice.');
    const hint = parameters.get('id_token_hint');
    const hinted = hint === null ? undefined : await this.audienceOf(hint);
    const named = parameters.get('client_id') ?? hinted;
    const application = named === undefined ? undefined : await this.credentials.find(named);
    if (named !== undefined && !application) throw mistaken('No application with this client_id may ask for it.');
    if (hinted !== undefined && application?.key !== hinted)
      throw mistaken('The id_token_hint is for another application.');
    const to = parameters.get('post_logout_redirect_uri');
    if (to === null || !application) return { application, to: undefined };
    if (!application.postLogoutRedirectUrls.includes(to))
      throw mistaken('It may not send people to this post_logout_redirect_uri.');
    return { application, to: withState(to, parameters.get('state')) };
  }

  /** Names the application for which an ID token was issued. The token may have expired. */
  private async audienceOf(hint: string): Promise<string> {
    if (hint.length <= HINT_LENGTH_MAX) {
      try {
        const keys = createLocalJWKSet(await this.keys.publicKeys(ID_TOKEN_ALGORITHM));
        const { payload } = await compactVerify(hint, keys, { algorithms: [ID_TOKEN_ALGORITHM] });
        const { iss, aud } = claims.parse(JSON.parse(Buffer.from(payload).toString()));
        if (iss === this.config.addresses.issuer) return aud;
      } catch (error) {
        const isForeign = error instanceof errors.JOSEError || error instanceof z.ZodError;
        if (!isForeign && !(error instanceof SyntaxError)) throw error;
      }
    }
    throw mistaken('Its id_token_hint is no ID token of ours.');
  }
}

const mistaken = (what: string): DomainError =>
  new DomainError('BadRequest', { message: `The application that sent you here made a mistake. ${what}` });

function withState(to: string, state: string | null): string {
  if (state === null) return to;
  const url = new URL(to);
  url.searchParams.set('state', state);
  return url.href;
}
