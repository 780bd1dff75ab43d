import { hash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { FIRST_PARTY_SECRET, firstPartyKeys } from '@halyard/contracts/applications';
import { oauthRoutes } from '@halyard/contracts/authorization';
import { Bytes } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import { servicePrincipal, type TestService } from '@halyard/testing';
import type { PagesStage } from './pages-stage.js';
import type { VisitedPage, Visitor } from './visitor.js';

export const CONSOLE_URL = 'https://localhost:8443/console/';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const { console: consoleKey, commandLine } = firstPartyKeys;
const verifier = randomBytes(32).toString('base64url');

export interface Client {
  readonly key: string;
  readonly redirectUrl: string;
  readonly secret?: string;
}

export interface DeviceCodes {
  readonly device_code: string;
  readonly user_code: string;
}

type Fields = Readonly<Record<string, string>>;

export interface TokenAnswer {
  readonly status: number;
  readonly body: Record<string, string>;
}

export const returned = ({ location = '' }: VisitedPage): Record<string, string> =>
  Object.fromEntries(new URL(location).searchParams);

export class FirstParty {
  private constructor(private readonly stage: PagesStage) {}

  /** @param accountId the operators' account */
  static async register(stage: PagesStage, accountId: string): Promise<FirstParty> {
    await stage.seed.addFirstParty({ accountId, consoleUrl: CONSOLE_URL });
    return new FirstParty(stage);
  }

  get console(): Client {
    return {
      key: consoleKey,
      redirectUrl: `${CONSOLE_URL}callback`,
      secret: this.stage.auth.service.get(Sealer).fingerprint(FIRST_PARTY_SECRET, consoleKey),
    };
  }

  commandLine(port = 53_123): Client {
    return { key: commandLine, redirectUrl: `http://127.0.0.1:${port}/callback` };
  }

  authPath({ key, redirectUrl }: Client, more: Fields = {}): string {
    return `/auth?${new URLSearchParams({
      ...{ client_id: key, redirect_uri: redirectUrl, response_type: 'code', scope: 'openid send email', state: 'xyz' },
      ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
      ...more,
    }).toString()}`;
  }

  async token({ key, secret }: Client, form: Fields, service = this.stage.auth.service): Promise<TokenAnswer> {
    const proof = { client_id: key, ...(secret !== undefined && { client_secret: secret }) };
    const { status, body } = await service.call('POST', '/token', {
      body: { form: { ...proof, ...form } },
      principal: servicePrincipal('gateway'),
    });
    if (body.type !== 'raw') throw new Error(JSON.stringify(body));
    return { status, body: JSON.parse(body.body) as Record<string, string> };
  }

  exchange(client: Client, code = '', service?: TestService): Promise<TokenAnswer> {
    const form = { grant_type: 'authorization_code', code, redirect_uri: client.redirectUrl, code_verifier: verifier };
    return this.token(client, form, service);
  }

  refresh(client: Client, refreshToken = '', service?: TestService): Promise<TokenAnswer> {
    return this.token(client, { grant_type: 'refresh_token', refresh_token: refreshToken }, service);
  }

  /** The console needs no consent, so this answers its code at once. */
  async consoleCode(visitor: Visitor): Promise<string> {
    return returned(await visitor.get(this.authPath(this.console)))['code'] ?? '';
  }

  /** Lets the command line in. @returns the page that asked, and the code */
  async allowed(
    visitor: Visitor,
    client = this.commandLine(),
  ): Promise<{ readonly page: VisitedPage; readonly code: string }> {
    const interaction = (await visitor.get(this.authPath(client))).location ?? '';
    const page = await visitor.get(interaction);
    return { page, code: returned(await visitor.send(interaction, { answer: 'allow' }))['code'] ?? '' };
  }

  async beginDevice(service = this.stage.auth.service): Promise<DeviceCodes> {
    const form = new URLSearchParams({ client_id: commandLine, scope: 'openid transactions' }).toString();
    const answer = await service.exchange(oauthRoutes.authorizeDevice, '/device/authorization', {
      principal: servicePrincipal('gateway'),
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-client-network': randomUUID() },
      body: Readable.from([Buffer.from(form)]),
    });
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    return (await json(answer.body)) as DeviceCodes;
  }

  async answerDevice(visitor: Visitor, { user_code: userCode }: DeviceCodes, answer = 'allow'): Promise<VisitedPage> {
    const page = await visitor.get(`/device?user_code=${userCode}`);
    const [, account = ''] = /name="account"\s+value="([^"]*)"/.exec(page.html) ?? [];
    const form = { user_code: userCode, account, answer, 'form-token': page.tokenFor('/device') };
    return visitor.post('/device', form);
  }

  poll(deviceCode: string, service?: TestService): Promise<TokenAnswer> {
    return this.token(this.commandLine(), { grant_type: DEVICE_GRANT, device_code: deviceCode }, service);
  }
}
