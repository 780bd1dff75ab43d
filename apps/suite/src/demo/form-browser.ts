import { type Dispatcher, request } from 'undici';

export interface PageAnswer {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** A browser without scripts. It keeps cookies, and follows neither links nor redirects. */
export class FormBrowser {
  private readonly cookies = new Map<string, string>();

  constructor(
    private readonly baseUrl: string,
    private readonly dispatcher: Dispatcher,
  ) {}

  get cookieValues(): readonly string[] {
    return [...this.cookies.values()];
  }

  async get(path: string): Promise<PageAnswer> {
    return this.ask('GET', path);
  }

  /** Sends the form of a page to an address of the site, with its hidden fields and the given ones. */
  async send(page: string, action: string, fields: Readonly<Record<string, string>>): Promise<PageAnswer> {
    const { text } = await this.get(page);
    const form = text.split('<form').find((part) => part.includes(`action="${action}"`)) ?? '';
    const hidden = [...form.matchAll(/type="hidden"\s+name="([^"]+)"\s+value="([^"]*)"/g)];
    const values = Object.fromEntries(hidden.map(([, name, value]) => [name, value] as const));
    return this.ask('POST', action, new URLSearchParams({ ...values, ...fields }).toString());
  }

  private async ask(method: 'GET' | 'POST', path: string, body?: string): Promise<PageAnswer> {
    const cookie = [...this.cookies].map((pair) => pair.join('=')).join('; ');
    const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const { dispatcher } = this;
    const headers = { accept: 'text/html', cookie, ...type };
    const answer = await request(new URL(path, this.baseUrl), { method, headers, body: body ?? null, dispatcher });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const location = [answer.headers['location'] ?? ''].flat()[0] ?? '';
    return { status: answer.statusCode, location, text: await answer.body.text() };
  }
}
