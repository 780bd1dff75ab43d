import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { FormBrowser } from '@halyard/suite/form-browser';
import type { HalClient } from '@halyard/suite/client';
import { Agent, type Dispatcher, request } from 'undici';

const CALLBACK = 'http://localhost:3000/callback';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Keys {
  readonly client_id: string;
  readonly client_secret: string;
}

type Form = Readonly<Record<string, string>>;

interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
}

/** An integration, and the browser of an owner who has let it act for the account. */
export class Integration {
  private readonly baseUrl: string;
  private readonly dispatcher: Agent;
  private readonly keys: Keys;
  private readonly browser: FormBrowser;

  private constructor(baseUrl: string, dispatcher: Agent, keys: Keys, browser: FormBrowser) {
    this.baseUrl = baseUrl;
    this.dispatcher = dispatcher;
    this.keys = keys;
    this.browser = browser;
  }

  get id(): string {
    return this.keys.client_id;
  }

  /** @param client a client of the demo account, with the scope of operators */
  static async connected(client: HalClient): Promise<Integration> {
    const { baseUrl, caFile = '' } = client.connection;
    const given = { name: 'Bench', kind: 'integration', scopes: ['transactions'], redirectUrls: [CALLBACK] };
    const id = (await client.create('/applications', given)).split('/').at(-1) ?? '';
    const review = `/operations/applications/${id}`;
    const approval = { permissions: 'read-write-transact', version: (await client.get(review)).body['version'] };
    await client.post(`${review}/approvals`, approval, { idempotencyKey: randomUUID() });
    const { body } = await client.post(`/applications/${id}/secrets`, {}, { idempotencyKey: randomUUID() });
    const dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
    const browser = new FormBrowser(baseUrl, dispatcher);
    const keys = { client_id: id, client_secret: String(body['secret']) };
    const integration = new Integration(baseUrl, dispatcher, keys, browser);
    await integration.logIn(client);
    return integration;
  }

  /** Logs in the owner of the demo account. */
  async logIn({ connection: { person } }: HalClient): Promise<void> {
    if (!person) throw new Error('the demo account has nobody who logs in');
    await this.browser.send('/login', '/login', { ...person });
  }

  close(): Promise<void> {
    return this.dispatcher.close();
  }

  /** A code. The person is only asked for the first one. */
  async code(): Promise<string> {
    const { client_id: id } = this.keys;
    const asked = { client_id: id, redirect_uri: CALLBACK, response_type: 'code', scope: 'transactions' };
    let { location } = await this.browser.get(`/auth?${new URLSearchParams(asked).toString()}`);
    while (!location.startsWith(CALLBACK)) {
      if (location === '') throw new Error('an authorization led nowhere');
      const page = await this.browser.get(location);
      ({ location } = page.location === '' ? await this.browser.send(location, location, { answer: 'allow' }) : page);
    }
    return new URL(location).searchParams.get('code') ?? '';
  }

  exchange(code: string): Promise<Tokens> {
    return this.tokens({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
  }

  refresh(refreshToken: string): Promise<Tokens> {
    return this.tokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  async revoke(token: string): Promise<void> {
    const { statusCode, body } = await this.send('/token/revocation', { token });
    await body.dump();
    if (statusCode !== 200) throw new Error(`a revocation was answered by ${statusCode}`);
  }

  private async tokens(form: Form): Promise<Tokens> {
    const { statusCode, body } = await this.send('/token', form);
    const answer = await body.json();
    if (statusCode !== 200) throw new Error(JSON.stringify(answer));
    return answer as Tokens;
  }

  private send(path: string, form: Form): Promise<Dispatcher.ResponseData> {
    const body = new URLSearchParams({ ...form, ...this.keys }).toString();
    return request(this.baseUrl + path, { method: 'POST', headers: FORM, body, dispatcher: this.dispatcher });
  }
}
