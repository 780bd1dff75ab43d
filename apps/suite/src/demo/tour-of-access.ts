import { randomBytes } from 'node:crypto';
import type { FormBrowser, PageAnswer } from './form-browser.js';
import type { DemoConnection, HalAnswer, HalBody, HalClient } from './hal-client.js';
import { until } from './until.js';

interface Teller {
  show(method: string, path: string, answer: Pick<HalAnswer, 'status'>, detail: string): void;
  fail(what: string): never;
}

type Demo = Required<Pick<DemoConnection, 'person' | 'integration'>>;

const SCOPE = 'openid transactions accountinfofull';

/** A person lets the sandbox's integration act for its account, until the integration gives its tokens back. */
export class TourOfAccess {
  constructor(
    private readonly client: HalClient,
    private readonly demo: Demo,
    private readonly teller: Teller,
  ) {}

  async run(): Promise<void> {
    const { integration } = this.demo;
    const code = await this.codeFor(this.client.browser());
    const exchange = { grant_type: 'authorization_code', code, redirect_uri: integration.redirectUrl };
    const tokens = await this.post('/token', exchange, ({ scope }) => `a code for tokens: ${String(scope)}`);
    const account = `/accounts/${String(tokens['account_id'])}`;
    await this.read(account, tokens, ({ name }) => String(name));
    const refresh = { grant_type: 'refresh_token', refresh_token: String(tokens['refresh_token']) };
    const next = await this.post('/token', refresh, () => 'the next tokens');
    await this.read(account, next, ({ name }) => String(name));
    await this.post('/token/revocation', { token: String(next['refresh_token']) }, () => 'given back');
    // Another gateway may still accept the token for a moment, and the tour shows the refusal.
    const refused = await until('the token to be refused', async () => {
      const answer = await this.ask(account, next);
      return answer.status === 401 ? answer : undefined;
    });
    this.teller.show('GET', account, refused, String(refused.body['code']));
  }

  /** Gets a code by way of log-in and consent, without scripts. */
  private async codeFor(browser: FormBrowser): Promise<string> {
    const { person, integration } = this.demo;
    const { accountId } = this.client.connection;
    const asked = {
      ...{ client_id: integration.key, redirect_uri: integration.redirectUrl, response_type: 'code' },
      // The consent of an earlier tour is not enough.
      ...{ scope: SCOPE, prompt: 'consent', state: randomBytes(16).toString('base64url') },
    };
    const begun = await browser.get(`/auth?${new URLSearchParams(asked).toString()}`);
    this.tell('GET', '/auth', begun, 'the person has to log in');
    const loggedIn = await browser.send(await pageAfter(begun, browser), '/login', person);
    this.tell('POST', '/login', loggedIn, person.email);
    let allowed = loggedIn;
    // A person with several accounts chooses one first.
    for (let page = 0; page < 2 && !allowed.location.startsWith(integration.redirectUrl); page += 1) {
      const path = await pageAfter(allowed, browser);
      allowed = await browser.send(path, path, { account: accountId, answer: 'allow' });
    }
    this.tell('POST', '/interaction/…', allowed, 'the person allows it');
    const returned = new URL(allowed.location, integration.redirectUrl).searchParams;
    const isOurs = returned.get('state') === asked.state;
    return (isOurs ? returned.get('code') : undefined) ?? this.teller.fail('no code came back');
  }

  private tell(method: string, path: string, { status }: PageAnswer, detail: string): void {
    this.teller.show(method, path, { status }, detail);
    if (status !== 303) this.teller.fail(`${method} ${path} was answered with a page of status ${status}`);
  }

  private async post(
    path: string,
    fields: Readonly<Record<string, string>>,
    detail: (body: HalBody) => string,
  ): Promise<HalBody> {
    const { key, secret } = this.demo.integration;
    const answer = await this.client.raw(
      'POST',
      path,
      {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
      },
      new URLSearchParams(fields).toString(),
    );
    this.teller.show('POST', path, answer, detail(answer.body));
    return answer.status === 200 ? answer.body : this.teller.fail(JSON.stringify(answer.body));
  }

  private ask(path: string, tokens: HalBody): Promise<HalAnswer> {
    return this.client.get(path, { headers: { authorization: `Bearer ${String(tokens['access_token'])}` } });
  }

  private async read(path: string, tokens: HalBody, detail: (body: HalBody) => string): Promise<void> {
    const answer = await this.ask(path, tokens);
    this.teller.show('GET', path, answer, detail(answer.body));
  }
}

/** The path of the page to which an answer leads. */
async function pageAfter({ location }: PageAnswer, browser: FormBrowser): Promise<string> {
  const path = new URL(location, 'https://any').pathname;
  const page = await browser.get(path);
  return page.status === 303 ? pageAfter(page, browser) : path;
}
