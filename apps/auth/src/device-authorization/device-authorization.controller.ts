import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { Controller } from '@nestjs/common';
import { oauthRoutes } from '@halyard/contracts/authorization';
import { Bytes, CurrentExchange, fieldOf, type IncomingExchange, Serves } from '@halyard/http';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { AuthConfig } from '../config.js';
import { POLL_INTERVAL_SECONDS } from '../device-grant/device-grants.js';
import { GuessLimits } from '../guess/guess-limits.js';
import { OpenIdProvider, type ProviderAnswer } from '../token/openid-provider.js';
import { withoutOwnResource } from '../token/resource.js';
import { credentialsOf, normaliseScope, withoutOfflineAccess } from '../token/token-request.js';

/** /device/authorization: a program without a browser asks for codes by which a person lets it in (RFC 8628, 3.1). */
@Controller()
export class DeviceAuthorizationController {
  constructor(
    private readonly provider: OpenIdProvider,
    private readonly credentials: ApplicationCredentials,
    private readonly guesses: GuessLimits,
    private readonly config: AuthConfig,
  ) {}

  @Serves(oauthRoutes.authorizeDevice)
  async authorize(@CurrentExchange() { headers, body }: IncomingExchange): Promise<Bytes> {
    const asked = withoutOwnResource(new URLSearchParams(await text(body)), this.config);
    const authorization = fieldOf(headers, 'authorization');
    const network = fieldOf(headers, 'x-client-network') ?? '';
    const key = keyIn(asked, authorization);
    const showsSecret = authorization !== undefined || asked.has('client_secret');
    const guesser = { person: `application ${key}`, network, of: 'wrong client secrets' } as const;
    const guess = showsSecret ? await this.guesses.begin(guesser) : undefined;
    const answer = await this.provider.run(
      {
        method: 'POST',
        url: oauthRoutes.authorizeDevice.path,
        headers: {
          accept: 'application/json',
          'content-type': 'application/x-www-form-urlencoded',
          ...(authorization !== undefined && { authorization }),
        },
        payload: (await this.readable(asked, key)).toString(),
      },
      { network },
    );
    await (answer.status === 401 ? guess?.count() : guess?.pass());
    return bytesOf(answer);
  }

  /** Writes scopes as RFC 6749 does. A request without scopes asks for all that the application has. */
  private async readable(asked: URLSearchParams, key: string): Promise<URLSearchParams> {
    const [scope = '', ...more] = asked.getAll('scope');
    if (more.length > 0) return asked;
    const scopes = withoutOfflineAccess(normaliseScope(scope).split(' ')).filter((one) => one !== '');
    const all = async () => (await this.credentials.find(key))?.scopes.filter((one) => one !== 'operator') ?? [];
    const changed = new URLSearchParams(asked);
    changed.set('scope', (scopes.length > 0 ? scopes : await all()).join(' '));
    return changed;
  }
}

function keyIn(asked: URLSearchParams, authorization: string | undefined): string {
  const [key] = authorization === undefined ? [] : (credentialsOf({ form: {}, authorization }) ?? []);
  return key ?? asked.get('client_id') ?? '';
}

function bytesOf({ status, body }: ProviderAnswer): Bytes {
  const answer = status === 200 ? { ...(JSON.parse(body) as object), interval: POLL_INTERVAL_SECONDS } : undefined;
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    ...(status === 401 && { 'www-authenticate': 'Basic realm="api"' }),
  };
  return new Bytes(Readable.from([answer ? JSON.stringify(answer) : body], { objectMode: false }), headers, status);
}
