import { firstPartyKeys } from '@halyard/contracts/applications';
import type { HalClient } from '@halyard/suite/client';
import { TOTP } from 'otpauth';
import { type Dispatcher, request } from 'undici';
import type { SuiteProcess } from '../../src/suite-process.js';
import { codeFor, type PersonTokens, postForm } from './first-party.js';
import { FormBrowser } from '@halyard/suite/form-browser';
import { idOf } from './journeys.js';
import { letterLink } from './people.js';

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

interface DeviceCodes {
  readonly device_code: string;
  readonly user_code: string;
}

/** A person who logs in. The spec knows all of the person's secrets and identifying data. */
export class KnownLogin {
  readonly email = 'zephyrine.quillfeather@example.com';
  readonly name = 'Zephyrine Quillfeather';
  /** An address that was typed at the log-in and belongs to nobody. */
  readonly strangersEmail = 'balthazar.mossgrove@example.com';
  readonly passwords = ['wintry gables 4 otters', 'ninefold lantern-makers', 'a wrong guess of hers'] as const;
  /** Codes, tokens, cookies and seeds: everything that proves something, even after it has been used. */
  readonly proofs: string[] = [];
  /** The texts of refusals. */
  readonly refusals: string[] = [];

  constructor(
    private readonly suite: SuiteProcess,
    private readonly client: HalClient,
    private readonly dispatcher: Dispatcher,
  ) {}

  private get baseUrl(): string {
    return this.client.connection.baseUrl;
  }

  /** Goes through everything that identity offers a person, with right and wrong inputs. */
  async doEverything(): Promise<void> {
    await this.join();
    await this.resetPassword();
    const seed = await this.enrol();
    const browser = await this.logIn(seed);
    const tokens = await this.authorize(browser);
    await this.useTokens(tokens);
    await this.connectProgram(browser);
    await this.rotateSecret();
    this.proofs.push(...browser.cookieValues);
  }

  private browser(): FormBrowser {
    return new FormBrowser(this.baseUrl, this.dispatcher);
  }

  private know(...proofs: readonly (string | undefined)[]): void {
    this.proofs.push(...proofs.flatMap((proof) => proof || []));
  }

  /** A token is also known by its signature alone, because the token may be cut off somewhere. */
  private knowTokens({ access_token: access, refresh_token: refresh, id_token: id }: Partial<PersonTokens>): void {
    for (const token of [access, refresh, id]) this.know(token, token?.split('.')[2]);
  }

  private async join(): Promise<void> {
    const { email, name, client } = this;
    await client.create('/invitations', { email, name, role: 'owner' });
    const link = await letterLink(this.suite, email, 'You are invited to an account');
    const path = new URL(link).pathname;
    this.know(path.split('/').at(-1));
    const [password] = this.passwords;
    await this.browser().send(path, path, { 'new-password': password, 'repeated-password': password });
    // Visits the path of a page, and a path that no page has.
    for (const wrong of [path, `${path}x`]) this.refusals.push((await this.browser().get(wrong)).text);
  }

  private async resetPassword(): Promise<void> {
    const browser = this.browser();
    const [former, password, wrong] = this.passwords;
    await browser.send('/login', '/login', { email: this.strangersEmail, password: former });
    this.refusals.push((await browser.send('/login', '/login', { email: this.email, password: wrong })).text);
    await browser.send('/password-resets', '/password-resets', { email: this.email });
    const path = new URL(await letterLink(this.suite, this.email, 'Reset your password')).pathname;
    this.know(path.split('/').at(-1), ...browser.cookieValues);
    await browser.send(path, path, { 'new-password': password, 'repeated-password': password });
  }

  /** @returns the setup key */
  private async enrol(): Promise<string> {
    const browser = this.browser();
    await browser.send('/login', '/login', { email: this.email, password: this.passwords[1] });
    // The page shows the key, and its form has the key sealed, so the form must come from the same page.
    const { text } = await browser.get('/me/authenticator');
    const seed = (/<code class="key">([^<]+)</.exec(text)?.[1] ?? '').replaceAll(' ', '');
    const sealed = /name="seed"\s+value="([^"]+)"/.exec(text)?.[1] ?? '';
    const code = new TOTP({ secret: seed }).generate();
    const { text: shown } = await browser.send('/me/authenticator', '/me/authenticator', { seed: sealed, code });
    const codes = [...shown.matchAll(/<li><code>([^<]+)</g)].map(([, recovery = '']) => recovery);
    if (codes.length !== 10) throw new Error('there are no recovery codes');
    this.know(seed, ...codes, ...codes.map((one) => one.replaceAll('-', '')), ...browser.cookieValues);
    return seed;
  }

  private async logIn(seed: string): Promise<FormBrowser> {
    const browser = this.browser();
    const { email } = this;
    await browser.send('/login', '/login', { email, password: this.passwords[1] });
    this.know(...browser.cookieValues);
    // The code of the enrolment is used up.
    const code = new TOTP({ secret: seed }).generate({ timestamp: Date.now() + 30_000 });
    const { status } = await browser.send('/login/second-factor', '/login/second-factor', { code });
    if (status !== 303) throw new Error(`the second factor was answered by ${status}`);
    return browser;
  }

  private async authorize(browser: FormBrowser): Promise<PersonTokens> {
    const hint = new URLSearchParams({ client_id: 'nobody', login_hint: this.email }).toString();
    this.refusals.push((await browser.get(`/auth?${hint}`)).text);
    const form = await codeFor(browser);
    this.know(form.code, form.code_verifier);
    const wrong = await this.ask('/token', { ...form, code_verifier: `${form.code_verifier.slice(1)}x` });
    if (wrong.status !== 400) throw new Error('a wrong verifier was accepted');
    const again = await codeFor(browser);
    const { body: tokens } = await this.ask<PersonTokens>('/token', again);
    this.know(again.code, again.code_verifier);
    this.knowTokens(tokens);
    return tokens;
  }

  /** Uses tokens at the addresses for them, and in places where no token belongs. */
  private async useTokens(tokens: PersonTokens): Promise<void> {
    const { access_token: token, refresh_token: refreshToken, id_token: idToken } = tokens;
    const client = { client_id: firstPartyKeys.commandLine };
    const { body } = await this.ask<PersonTokens>('/token', {
      ...{ grant_type: 'refresh_token', refresh_token: refreshToken },
      ...client,
    });
    this.knowTokens(body);
    await this.ask('/token/introspection', { token: body.access_token, ...client });
    const hint = new URLSearchParams({ id_token_hint: idToken, post_logout_redirect_uri: 'https://a.example/' });
    const paths = [
      ...['/userinfo', '/customers', '/people', `/userinfo?access_token=${token}`, `/customers?access_token=${token}`],
      ...[`/session/end?${hint.toString()}`, `/invitations/${refreshToken}`, `/customers?search=${this.email}`],
    ];
    for (const bearer of [body.access_token, token, `${token.slice(0, -4)}AAAA`]) {
      for (const path of paths) await this.read(path, bearer);
    }
    const form = { token: body.refresh_token, ...client };
    await this.ask('/token/revocation', form);
    await this.ask('/token', { grant_type: 'refresh_token', refresh_token: body.refresh_token, ...client });
  }

  private async connectProgram(browser: FormBrowser): Promise<void> {
    const client = { client_id: firstPartyKeys.commandLine };
    const { body } = await this.ask<DeviceCodes>('/device/authorization', { ...client, scope: 'openid transactions' });
    const { device_code: deviceCode, user_code: userCode } = body;
    this.know(deviceCode, userCode, userCode.replace('-', ''));
    const poll = { grant_type: DEVICE_GRANT, device_code: deviceCode, ...client };
    await this.ask('/token', poll);
    const page = `/device?user_code=${userCode}`;
    await browser.send(page, '/device', { answer: 'allow', user_code: userCode });
    const { body: tokens } = await this.ask<Partial<PersonTokens>>('/token', poll);
    this.knowTokens(tokens);
    if (tokens.access_token === undefined) throw new Error(JSON.stringify(tokens));
    await this.ask('/token', poll);
  }

  private async rotateSecret(): Promise<void> {
    const made = idOf(
      await this.client.create('/applications', { name: 'Other', kind: 'server', scopes: ['transactions'] }),
    );
    const headers = { 'idempotency-key': made };
    const { body } = await this.client.post(`/applications/${made}/secrets`, {}, { headers });
    const secret = String(body['secret']);
    this.know(secret);
    const grant = { grant_type: 'client_credentials', client_id: made };
    const { body: token } = await this.ask<PersonTokens>('/token', { ...grant, client_secret: secret });
    this.knowTokens(token);
    await this.ask('/token', { ...grant, client_secret: `${secret}x` });
  }

  private async ask<Answer = object>(path: string, form: Readonly<Record<string, string>>) {
    const answer = await postForm<Answer>(this.baseUrl, path, form, this.dispatcher);
    if (answer.status >= 400) this.refusals.push(JSON.stringify(answer.body));
    return answer;
  }

  private async read(path: string, token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, accept: '*/*' };
    const { statusCode, body } = await request(new URL(path, this.baseUrl), { headers, dispatcher: this.dispatcher });
    const text = await body.text();
    if (statusCode >= 400) this.refusals.push(text);
  }
}
