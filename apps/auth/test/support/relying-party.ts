import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import type { ExchangeRoute } from '@halyard/contracts';
import { authorizationRoutes, oauthRoutes } from '@halyard/contracts/authorization';
import { Bytes } from '@halyard/http';
import { servicePrincipal, type TestService } from '@halyard/testing';
import { createLocalJWKSet, jwtVerify, type JWTVerifyResult } from 'jose';
import { ApplicationCredentials } from '../../src/application/application-credentials.js';
import { Application, plainApplication } from '../../src/application/application.entity.js';
import type { SeededPerson } from '../../src/seed.js';
import { SigningKeys } from '../../src/signing-key/signing-keys.js';
import { PASSWORD, type PagesStage } from './pages-stage.js';
import type { VisitedPage, Visitor } from './visitor.js';

export const ISSUER = 'https://localhost:8443';
export const CALLBACK = 'https://rp.example/callback';
export const LOGGED_OUT = 'https://rp.example/logged-out';

export type Parameters = Readonly<Record<string, string | undefined>>;

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, string | boolean | undefined>>;
}

const given = (parameters: Parameters): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter((pair): pair is [string, string] => pair[1] !== undefined));

/** A registered, confidential client of OpenID Connect, like that of the OpenID Foundation's conformance suite. */
export class RelyingParty {
  private constructor(
    private readonly stage: PagesStage,
    readonly id: string,
    readonly secret: string,
  ) {}

  static async register(stage: PagesStage): Promise<RelyingParty> {
    const id = randomUUID();
    const secret = randomBytes(32).toString('base64url');
    await stage.auth.dataSource.manager.insert(Application, {
      ...plainApplication,
      ...{ id, key: id, accountId: await stage.auth.openAccount(), number: 2, name: 'Suite', kind: 'integration' },
      secretHash: stage.auth.service.get(ApplicationCredentials).hash(secret),
      ...{ scopes: ['openid', 'transactions'], redirectUrls: [CALLBACK], postLogoutRedirectUrls: [LOGGED_OUT] },
      createdAt: new Date(),
    });
    return new RelyingParty(stage, id, secret);
  }

  parameters(more: Parameters = {}): Record<string, string> {
    const usual = { client_id: this.id, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid', state: 'st' };
    return given({ ...usual, nonce: 'n-0', ...more });
  }

  authPath(more: Parameters = {}): string {
    return `/auth?${new URLSearchParams(this.parameters(more)).toString()}`;
  }

  /** The person is logged in, and allows everything. @returns the parameters that come back */
  async authorized(visitor: Visitor, more: Parameters = {}): Promise<Readonly<Record<string, string>>> {
    return this.allowed(visitor, await visitor.get(this.authPath(more)));
  }

  async allowed(visitor: Visitor, asked: VisitedPage): Promise<Readonly<Record<string, string>>> {
    const { location = '' } = asked;
    return returned(location.startsWith('/') ? await visitor.send(location, { answer: 'allow' }) : asked);
  }

  async loggedIn(
    visitor: Visitor,
    { email }: SeededPerson,
    asked: VisitedPage,
  ): Promise<Readonly<Record<string, string>>> {
    const { location: then = '' } = asked;
    const page = await visitor.get(then);
    if (page.heading !== 'Log in') throw new Error(`asked for a log-in, got ${page.heading}`);
    const fields = { email, password: PASSWORD, then, 'form-token': page.tokenFor('/login') };
    await visitor.post('/login', fields);
    return this.allowed(visitor, await visitor.get(then));
  }

  async token(form: Parameters, way: 'basic' | 'post' = 'basic', service = this.stage.auth.service): Promise<Answer> {
    const { id, secret } = this;
    const proof = way === 'post' ? { form: { ...given(form), client_id: id, client_secret: secret } } : undefined;
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
    const { status, body } = await service.call('POST', '/token', {
      body: proof ?? { form: given(form), authorization },
      principal: servicePrincipal('gateway'),
    });
    if (body.type !== 'raw') throw new Error(JSON.stringify(body));
    return { status, body: JSON.parse(body.body) as Answer['body'] };
  }

  exchange(code = '', more: Parameters = {}, way?: 'basic' | 'post', service?: TestService): Promise<Answer> {
    return this.token({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK, ...more }, way, service);
  }

  async tokens(visitor: Visitor, more: Parameters = {}): Promise<Readonly<Record<string, string>>> {
    const { code } = await this.authorized(visitor, more);
    const { body } = await this.exchange(code);
    return given(body as Parameters);
  }

  async verified(idToken = ''): Promise<JWTVerifyResult> {
    const keys = createLocalJWKSet(await this.stage.auth.service.get(SigningKeys).publicKeys('RS256'));
    const currentDate = this.stage.auth.clock.system();
    return jwtVerify(idToken, keys, { issuer: ISSUER, audience: this.id, currentDate });
  }

  userinfo(token: string, way: 'get' | 'header' | 'body' = 'get'): Promise<Answer> {
    const route = way === 'get' ? oauthRoutes.getUserinfo : oauthRoutes.getUserinfoByPost;
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    return this.open(route, {
      headers: way === 'body' ? form : { authorization: `Bearer ${token}` },
      ...(way === 'body' && { body: `access_token=${token}` }),
    });
  }

  configuration(): Promise<Answer> {
    return this.open(authorizationRoutes.getOpenIdConfiguration, {});
  }

  jwks(): Promise<Answer> {
    return this.open(authorizationRoutes.getPublicKeys, {});
  }

  private async open(
    route: ExchangeRoute,
    { headers = {}, body }: { readonly headers?: Record<string, string>; readonly body?: string },
  ): Promise<Answer> {
    const answer = await this.stage.auth.service.exchange(route, route.path, {
      principal: servicePrincipal('gateway'),
      headers,
      ...(body !== undefined && { body: Readable.from([Buffer.from(body)]) }),
    });
    if (!(answer instanceof Bytes)) throw new Error(JSON.stringify(answer));
    return { status: answer.status, body: (await json(answer.body)) as Answer['body'] };
  }
}

export function returned({ location = '' }: VisitedPage): Readonly<Record<string, string>> {
  if (!location.startsWith(`${CALLBACK}?`)) throw new Error(`led to ${location}`);
  return Object.fromEntries(new URL(location).searchParams);
}
