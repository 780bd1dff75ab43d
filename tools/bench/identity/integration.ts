import { randomUUID } from 'node:crypto';
import { idOf } from '@halyard/e2e/journeys';
import type { FormBrowser } from '@halyard/suite/form-browser';
import type { HalClient } from '@halyard/suite/client';

const CALLBACK = 'http://localhost:3000/callback';

type Form = Readonly<Record<string, string>>;

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** Sends a form to the authorization server. @throws Error if the answer is not 200 */
export async function sendForm(
  client: HalClient,
  path: string,
  form: Form,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const { status, body } = await client.raw('POST', path, headers, new URLSearchParams(form).toString());
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** Sends the log-in of the owner of the demo account. @returns the status of the answer */
export async function logIn({ connection: { person } }: HalClient, browser: FormBrowser): Promise<number> {
  if (!person) throw new Error('the demo account has nobody who logs in');
  return (await browser.send('/login', '/login', { ...person })).status;
}

/** An integration, and the browser of an owner who has let it act for the account. */
export class Integration {
  readonly browser: FormBrowser;
  private readonly client: HalClient;
  private readonly keys: { readonly client_id: string; readonly client_secret: string };

  private constructor(client: HalClient, keys: Integration['keys']) {
    this.client = client;
    this.keys = keys;
    this.browser = client.browser();
  }

  get id(): string {
    return this.keys.client_id;
  }

  /** @param client a client of the demo account, with the scope of operators */
  static async connected(client: HalClient): Promise<Integration> {
    const given = { name: 'Bench', kind: 'integration', scopes: ['transactions'], redirectUrls: [CALLBACK] };
    const id = idOf(await client.create('/applications', given));
    const review = `/operations/applications/${id}`;
    const approval = { permissions: 'read-write-transact', version: (await client.get(review)).body['version'] };
    await client.post(`${review}/approvals`, approval, { idempotencyKey: randomUUID() });
    const { body } = await client.post(`/applications/${id}/secrets`, {}, { idempotencyKey: randomUUID() });
    const integration = new Integration(client, { client_id: id, client_secret: String(body['secret']) });
    await logIn(client, integration.browser);
    // The person is only asked for the first code.
    await integration.code();
    return integration;
  }

  async code(): Promise<string> {
    const asked = { client_id: this.id, redirect_uri: CALLBACK, response_type: 'code', scope: 'transactions' };
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
    await sendForm(this.client, '/token/revocation', { ...this.keys, token });
  }

  private async tokens(form: Form): Promise<Tokens> {
    const answer = await sendForm(this.client, '/token', { ...form, ...this.keys });
    return { access: String(answer['access_token']), refresh: String(answer['refresh_token']) };
  }
}
