import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { AuthorizationCode } from 'oidc-provider';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { isPublic } from '../application/application.entity.js';
import { AuthConfig } from '../config.js';
import { isAcceptedBy } from '../application/redirect-urls.js';
import { ConsumedBefore } from '../openid/oidc-adapter.js';
import { FirstTokens } from './first-tokens.js';
import type { PersonTokenAnswer } from './person-tokens.js';
import { TokenFamilies } from './token-families.js';
import { isSameText } from '../same-text.js';

export interface CodeRequest {
  readonly applicationId: string;
  /** The stored code; undefined if nobody issued it, or it has expired. */
  readonly code: AuthorizationCode | undefined;
  readonly redirectUrl: string | undefined;
  readonly verifier: string | undefined;
  /** The gateway's time of the request. */
  readonly requestedAt: Date;
}

@Injectable()
export class CodeExchange {
  constructor(
    private readonly families: TokenFamilies,
    private readonly first: FirstTokens,
    private readonly credentials: ApplicationCredentials,
    private readonly config: AuthConfig,
  ) {}

  /** @returns undefined for `invalid_grant` */
  async exchange({
    applicationId,
    code,
    redirectUrl,
    verifier,
    requestedAt,
  }: CodeRequest): Promise<PersonTokenAnswer | undefined> {
    if (!code || code.clientId !== applicationId) return undefined;
    const family = await this.families.find(code.grantId ?? '');
    if (!family) return undefined;
    if (!code.isValid) {
      // Of several requests at once, one wins. A request that began after the winner's answer uses a copy of the code
      // (RFC 6749, 4.1.2).
      if (family.exchangedAt && requestedAt > family.exchangedAt) await this.families.endReused(family);
      return undefined;
    }
    if (!isAnswered(code.codeChallenge, verifier)) return undefined;
    if (!(await this.isRedirectUrlOf(code, redirectUrl))) return undefined;
    const made = await this.first.make(family, code);
    if (!made) return undefined;
    try {
      await code.consume();
    } catch (error) {
      if (error instanceof ConsumedBefore) return undefined;
      throw error;
    }
    return (await this.families.exchange(family, made.application)) ? made.answer : undefined;
  }

  /** Accepts the requested redirect URL, or the registered one that it matched (reference facts, 14.1). */
  private async isRedirectUrlOf({ clientId, redirectUri: sent = '' }: AuthorizationCode, given = ''): Promise<boolean> {
    if (given === sent) return true;
    const application = await this.credentials.find(clientId ?? '');
    if (!application) return false;
    const { redirectUrls, strictRedirects } = application;
    const redirected = { redirectUrls, strictRedirects, isPublic: isPublic(application) };
    return isAcceptedBy(redirected, given, sent, this.config.environment === 'sandbox');
  }
}

/** Checks PKCE (RFC 7636): a challenge needs its verifier, and a verifier its challenge. */
function isAnswered(challenge: string | undefined, verifier: string | undefined): boolean {
  if (challenge === undefined || verifier === undefined) return challenge === verifier;
  return isSameText(challenge, hash('sha256', verifier, 'base64url'));
}
