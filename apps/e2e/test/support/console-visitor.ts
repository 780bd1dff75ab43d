import { readFile } from 'node:fs/promises';
import { CONSOLE_COOKIE } from '@halyard/contracts/console';
import type { HalClient } from '@halyard/suite/client';
import { Agent, type Dispatcher } from 'undici';
import type { Login } from './people.js';
import { formIn } from './plain-form.js';

export interface SeenPage {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly text: string;
}

/** The text that a stream has sent so far. */
export interface HeardStream {
  readonly status: number;
  readonly text: () => string;
  /** Resolves once the stream has ended. */
  readonly ended: Promise<void>;
}

/** A browser without scripts. It keeps cookies, and returns the answers. */
export class ConsoleVisitor {
  readonly cookies = new Map<string, string>();

  private constructor(
    readonly baseUrl: string,
    private readonly dispatcher: Agent,
  ) {}

  static async open({ connection: { baseUrl, caFile } }: HalClient): Promise<ConsoleVisitor> {
    return new ConsoleVisitor(baseUrl, new Agent({ connect: { ca: await readFile(caFile ?? '', 'utf8') } }));
  }

  get session(): string | undefined {
    return this.cookies.get(CONSOLE_COOKIE);
  }

  async get(path: string, headers: Record<string, string> = {}): Promise<SeenPage> {
    return this.send('GET', path, headers);
  }

  async send(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    headers: Record<string, string> = {},
    body?: string | Buffer,
  ): Promise<SeenPage> {
    const url = new URL(path, this.baseUrl);
    // `URL` would remove `..`, so the path is sent unchanged.
    const target = path.startsWith('/') ? path : url.pathname + url.search;
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.dispatcher.request({
      origin: url.origin,
      method,
      path: target,
      headers: { accept: 'text/html', ...(cookie !== '' && { cookie }), ...headers },
      ...(body !== undefined && { body }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.keep(line);
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  }

  /** Follows redirects until there is a page. @returns the page, and the addresses on the way */
  async follow(path: string): Promise<SeenPage & { readonly way: readonly string[] }> {
    const way = [path];
    for (;;) {
      const seen = await this.get(way.at(-1) ?? path);
      const { location } = seen.headers;
      if (typeof location !== 'string') return { ...seen, way };
      way.push(new URL(location, this.baseUrl).href);
    }
  }

  /** Goes to a page, logs in on the way, and ends at the page to which the log-in leads. */
  async logIn({ email, password }: Login, path = '/console/'): Promise<SeenPage & { readonly way: readonly string[] }> {
    const page = await this.follow(path);
    return this.enter(page.text, page.way.at(-1) ?? '', { email, password });
  }

  /** Fills in the form of a log-in page. */
  async enter(
    page: string,
    at: string,
    login: Partial<Login>,
  ): Promise<SeenPage & { readonly way: readonly string[] }> {
    const { action, fields } = formIn(page);
    const body = new URLSearchParams({ ...fields, ...login });
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = await this.send('POST', new URL(action, at).href, type, body.toString());
    const { location } = sent.headers;
    if (typeof location !== 'string') throw new Error(`the log-in led nowhere: ${sent.status} ${sent.text}`);
    return this.follow(new URL(location, this.baseUrl).href);
  }

  /** Sends a request as a page of the console does. */
  api(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<SeenPage> {
    const headers = {
      accept: 'application/vnd.service.v1.hal+json',
      ...(method !== 'GET' && { 'x-console': '1' }),
      ...(body && { 'content-type': 'application/json' }),
    };
    return this.send(method, `/console/api${path}`, headers, body && JSON.stringify(body));
  }

  /** Listens to a stream of the API until the signal aborts. */
  async hear(path: string, signal: AbortSignal): Promise<HeardStream> {
    const { statusCode, body } = await this.dispatcher.request({
      ...{ origin: this.baseUrl, method: 'GET', path: `/console/api${path}`, signal },
      headers: { accept: 'text/event-stream', cookie: `${CONSOLE_COOKIE}=${this.session ?? ''}` },
    });
    let text = '';
    const hear = async (): Promise<void> => {
      for await (const piece of body.setEncoding('utf8')) text += String(piece);
    };
    const ended = hear().catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    return { status: statusCode, text: () => text, ended };
  }

  close(): Promise<void> {
    return this.dispatcher.close();
  }

  private keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';');
    const [name = '', value = ''] = pair.split('=', 2);
    if (attributes.some((attribute) => attribute.trim() === 'Max-Age=0')) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
