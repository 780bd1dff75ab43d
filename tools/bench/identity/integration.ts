import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { FormBrowser } from '@halyard/suite/form-browser';
import type { HalClient } from '@halyard/suite/client';
import { Agent, request } from 'undici';

const CALLBACK = 'http://localhost:3000/callback';
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

interface Keys {
  readonly client_id: string;
  readonly client_secret: string;
}

type Form = Readonly<Record<string, string>>;

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

  /** @param client of the demo account, with the scope of operators */
  static async connected(client: HalClient): Promise<Integration> {
    const { baseUrl, caFile = '', person } = client.connection;
    if (!person) throw new Error('the demo account has nobody who logs in');
    const given = { name: 'Bench', kind: 'integration', scopes: ['transactions'], redirectUrls: [CALLBACK] };
    const id = (await client.create('/applications', given)).split('/').at(-1) ?? '';
    await client.post(`/operations/applications/${id}/approvals`, {}, { idempotencyKey: randomUUID() });
    const { body } = await client.post(`/applications/${id}/secrets`, {}, { idempotencyKey: randomUUID() });
    const dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
    const browser = new FormBrowser(baseUrl, dispatcher);
    await browser.send('/login', '/login', { ...person });
    return new Integration(baseUrl, dispatcher, { client_id: id, client_secret: String(body['secret']) }, browser);
  }

  close(): Promise<void> {
    return this.dispatcher.close();
  }

  /** A code; the person is asked for the first one alone. */
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

  /** @returns the refresh token */
  exchange(code: string): Promise<string> {
    return this.tokens({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK });
  }

  /** @returns the next refresh token */
  refresh(refreshToken: string): Promise<string> {
    return this.tokens({ grant_type: 'refresh_token', refresh_token: refreshToken });
  }

  private async tokens(form: Form): Promise<string> {
    const body = new URLSearchParams({ ...form, ...this.keys }).toString();
    const sent = { method: 'POST', headers: FORM, body, dispatcher: this.dispatcher } as const;
    const answer = await request(`${this.baseUrl}/token`, sent);
    const { refresh_token: token, ...rest } = (await answer.body.json()) as { readonly refresh_token?: string };
    if (token === undefined) throw new Error(JSON.stringify(rest));
    return token;
  }
}
