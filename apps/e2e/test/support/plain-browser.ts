import { readFile } from 'node:fs/promises';
import { Agent, request } from 'undici';

interface ShownPage {
  readonly url: string;
  readonly html: string;
}

/** A browser without scripts. It keeps cookies, follows redirects, and sends the only form of a page. */
export class PlainBrowser {
  private readonly cookies = new Map<string, string>();

  private constructor(private readonly dispatcher: Agent) {}

  static async open(caFile: string): Promise<PlainBrowser> {
    return new PlainBrowser(new Agent({ connect: { ca: await readFile(caFile, 'utf8') } }));
  }

  close(): Promise<void> {
    return this.dispatcher.close();
  }

  async go(url: string, form?: Readonly<Record<string, string>>): Promise<ShownPage> {
    const { statusCode, headers, body } = await request(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'text/html',
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form && { body: new URLSearchParams(form).toString() }),
      dispatcher: this.dispatcher,
    });
    const html = await body.text();
    for (const line of [headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.cookies.set(name, value);
    }
    const { location } = headers;
    if (statusCode < 300 || statusCode > 399 || typeof location !== 'string') return { url, html };
    return this.go(new URL(location, url).href);
  }

  /** Sends the form of a page with its hidden fields and the given fields. */
  send({ url, html }: ShownPage, fields: Readonly<Record<string, string>>): Promise<ShownPage> {
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)"\s+value="([^"]*)"/g)];
    const [, action = url] = /<form[^>]*action="([^"]*)"/.exec(html) ?? [];
    const form = { ...Object.fromEntries(hidden.map(([, name, value]) => [name, value] as const)), ...fields };
    return this.go(new URL(action, url).href, form);
  }
}
