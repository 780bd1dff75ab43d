import { Injectable } from '@nestjs/common';
import { type ActiveApplication, isActive } from '../application/active-applications.query.js';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { isPublic } from '../application/application.entity.js';
import {
  readTokenRequest,
  refusalOfLacking,
  strictRequest,
  tokenRefusal,
  type TokenRefusal,
  type TokenRequest,
  WRONG_CREDENTIALS,
} from './token-request.js';

export type PresentedToken =
  { readonly application: ActiveApplication; readonly token: string } | { readonly refusal: TokenRefusal };

/** Authenticates clients in the same ways as /token does (RFC 6749, 2.3). */
@Injectable()
export class ClientAuthentication {
  constructor(private readonly credentials: ApplicationCredentials) {}

  /** @param body of the request, as the gateway passes it on */
  async withToken(body: unknown): Promise<PresentedToken> {
    const request = strictRequest(readTokenRequest(body));
    const client = refusalOfLacking(request) ?? (await this.authenticate(request));
    if (!('id' in client)) return { refusal: client };
    const { token = '' } = request.form;
    if (token !== '') return { application: client, token };
    return { refusal: tokenRefusal(400, 'invalid_request', "missing required parameter 'token'") };
  }

  private async authenticate({ form, authorization }: TokenRequest): Promise<ActiveApplication | TokenRefusal> {
    const { client_id: clientId = '', client_secret: clientSecret } = form;
    if (authorization === undefined) return this.of(clientId, clientSecret);
    const pair = basicOf(authorization);
    if (!pair) return tokenRefusal(400, 'invalid_request', 'The Authorization header is no Basic credentials.');
    if (clientSecret !== undefined || (clientId !== '' && clientId !== pair.key))
      return tokenRefusal(400, 'invalid_request', 'Client credentials are in two places.');
    return this.of(pair.key, pair.secret);
  }

  private async of(key: string, secret: string | undefined): Promise<ActiveApplication | TokenRefusal> {
    if (secret === undefined) {
      const application = await this.credentials.find(key);
      return application && isPublic(application) ? application : WRONG_CREDENTIALS;
    }
    const application = await this.credentials.authenticate(key, secret);
    if (!application) return WRONG_CREDENTIALS;
    return isActive(application)
      ? application
      : tokenRefusal(400, 'unauthorized_client', 'The application or its account is not active.');
  }
}

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

/** Key and secret of a Basic header, each form-encoded (RFC 6749, 2.3.1). */
function basicOf(authorization: string): { readonly key: string; readonly secret: string } | undefined {
  const pair = Buffer.from(BASIC.exec(authorization)?.[1] ?? '', 'base64').toString();
  const colon = pair.indexOf(':');
  if (colon < 1) return undefined;
  try {
    const [key, secret] = [pair.slice(0, colon), pair.slice(colon + 1)].map((text) =>
      decodeURIComponent(text.replaceAll('+', ' ')),
    );
    return key !== undefined && secret !== undefined ? { key, secret } : undefined;
  } catch {
    return undefined;
  }
}
