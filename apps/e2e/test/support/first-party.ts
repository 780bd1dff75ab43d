import { hash, randomBytes } from 'node:crypto';
import { firstPartyKeys } from '@halyard/contracts';
import { type Dispatcher, request } from 'undici';

const REDIRECT_URL = 'http://127.0.0.1:9/callback';
const SCOPE = 'openid send transactions funding managecustomers accountinfofull';

interface Login {
  readonly email: string;
  readonly password: string;
}

/** A browser without script: keeps cookies, and follows nothing. */
class PlainBrowser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly baseUrl: string,
    private readonly dispatcher: Dispatcher,
  ) {}

  async get(path: string) {
    return this.ask('GET', path);
  }

  /** Sends the form of a page to an address of the site. */
  async send(page: string, action: string, fields: Readonly<Record<string, string>>) {
    const { text } = await this.get(page);
    const form = text.split('<form').find((part) => part.includes(`action="${action}"`)) ?? '';
    const token = /name="form-token"\s+value="([^"]+)"/.exec(form)?.[1] ?? '';
    return this.ask('POST', action, new URLSearchParams({ ...fields, 'form-token': token }).toString());
  }

  private async ask(method: 'GET' | 'POST', path: string, body?: string) {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const { dispatcher } = this;
    const headers = { accept: 'text/html', cookie, ...type };
    const answer = await request(`${this.baseUrl}${path}`, { method, headers, body: body ?? null, dispatcher });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';', 1)[0] ?? '').split('=', 2);
      this.cookies.set(name, value);
    }
    const location = [answer.headers['location'] ?? ''].flat()[0] ?? '';
    return { status: answer.statusCode, location, text: await answer.body.text() };
  }
}

/** The access token of a person that has just logged in, and has let the command line in. */
export async function personToken(baseUrl: string, login: Login, dispatcher: Dispatcher): Promise<string> {
  const browser = new PlainBrowser(baseUrl, dispatcher);
  await browser.send('/login', '/login', { ...login });
  const verifier = randomBytes(32).toString('base64url');
  const asked = {
    ...{ client_id: firstPartyKeys.commandLine, redirect_uri: REDIRECT_URL, response_type: 'code', scope: SCOPE },
    ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
  };
  const { location: interaction } = await browser.get(`/auth?${new URLSearchParams(asked).toString()}`);
  const { location } = await browser.send(interaction, interaction, { answer: 'allow' });
  const form = {
    ...{ grant_type: 'authorization_code', code: new URL(location).searchParams.get('code') ?? '' },
    ...{ client_id: firstPartyKeys.commandLine, redirect_uri: REDIRECT_URL, code_verifier: verifier },
  };
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = new URLSearchParams(form).toString();
  const answer = await request(`${baseUrl}/token`, { method: 'POST', headers, body, dispatcher });
  const { access_token: token } = (await answer.body.json()) as { readonly access_token: string };
  return token;
}
