import type { Authenticator, Transport } from '../calls/transport.js';

interface ApplicationSecrets {
  readonly key: string;
  readonly secret: string;
}

/** A refresh token and its store: each token is used once. */
export interface RefreshTokens {
  readonly clientId: string;
  load(): Promise<string>;
  save(refreshToken: string): Promise<void>;
}

export type Secrets =
  | ApplicationSecrets
  | { readonly refresh: RefreshTokens }
  /** Gives a valid access token. `refused` is a token that the API has refused: give another one. */
  | { readonly token: (refused?: string) => Promise<string> };

interface StoredToken {
  readonly authorization: string;
  readonly renewAt: number;
}

const BEARER = 'Bearer ';

const basic = (text: string): string => `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(text)))}`;

/** One token for all calls, renewed before it ends. */
export class Tokens implements Authenticator {
  private held: StoredToken | undefined;
  private fetching: Promise<StoredToken> | undefined;
  private refused: string | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly secrets: Secrets,
  ) {}

  async authorization(): Promise<string> {
    const { secrets } = this;
    if ('token' in secrets) return `${BEARER}${await secrets.token(this.refused)}`;
    if (this.held && performance.now() < this.held.renewAt) return this.held.authorization;
    this.fetching ??= this.fetch(secrets).finally(() => (this.fetching = undefined));
    return (await this.fetching).authorization;
  }

  /** Calls that were sent with the same token renew it once. */
  expire(authorization: string): void {
    this.refused = authorization.slice(BEARER.length);
    if (this.held?.authorization === authorization) this.held = undefined;
  }

  private async fetch(secrets: Exclude<Secrets, { token: unknown }>): Promise<StoredToken> {
    const asked =
      'refresh' in secrets
        ? {
            grant_type: 'refresh_token',
            client_id: secrets.refresh.clientId,
            refresh_token: await secrets.refresh.load(),
          }
        : { grant_type: 'client_credentials' };
    const { body } = await this.transport.send({
      method: 'POST',
      url: this.transport.urlOf('/token'),
      headers: {
        accept: 'application/json',
        'content-type': 'application/x-www-form-urlencoded',
        ...('key' in secrets && { authorization: basic(`${secrets.key}:${secrets.secret}`) }),
      },
      body: new URLSearchParams(asked).toString(),
    });
    const { access_token: token, expires_in: seconds, refresh_token: next } = body;
    if (typeof token !== 'string') throw new TypeError('POST /token answered no token');
    if ('refresh' in secrets && typeof next === 'string') await secrets.refresh.save(next);
    const renewAt = performance.now() + Number(seconds) * 900;
    this.held = { authorization: `${BEARER}${token}`, renewAt };
    return this.held;
  }
}
