import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ExchangeRoute, Method } from '@halyard/contracts';
import { CONSOLE_COOKIE, consoleRoutes } from '@halyard/contracts/console';
import { Bytes } from '@halyard/http';
import { servicePrincipal, type TestService } from '@halyard/testing';

export const HOST = 'localhost:8443';

export interface VisitedPage {
  readonly status: number;
  readonly headers: Bytes['headers'];
  /** The `Location` of the answer, or an empty text. */
  readonly location: string;
  readonly text: string;
  /** Of a refusal. */
  readonly code?: string;
}

type Headers = Readonly<Record<string, string>>;

/** A browser that keeps cookies, as the gateway passes its requests on. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(
    private readonly service: TestService,
    private readonly host = HOST,
  ) {}

  /** Another browser with the cookies that this one has now. */
  copy(host = this.host): Visitor {
    const copy = new Visitor(this.service, host);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  get session(): string | undefined {
    return this.cookies.get(CONSOLE_COOKIE);
  }

  get cookie(): string {
    return [...this.cookies].map((pair) => pair.join('=')).join('; ');
  }

  get(path: string, headers: Headers = {}): Promise<VisitedPage> {
    return this.send('GET', path, headers);
  }

  /** Asks for JSON, as a page of the console does. */
  async json<Answer>(path: string, headers: Headers = {}): Promise<Answer> {
    const { status, text: said } = await this.get(path, { accept: 'application/json', ...headers });
    if (status !== 200) throw new Error(`${path} answered ${status}: ${said}`);
    return JSON.parse(said) as Answer;
  }

  async send(method: Method, path: string, headers: Headers = {}, body?: object): Promise<VisitedPage> {
    const [pathname = '', search = ''] = path.split('?', 2);
    const answer = await this.service.exchange(routeOf(method, pathname), pathname, {
      query: Object.fromEntries(new URLSearchParams(search)),
      principal: servicePrincipal('gateway'),
      headers: {
        ...{ accept: 'text/html', 'x-forwarded-proto': 'https', 'x-forwarded-host': this.host },
        ...(this.cookies.size > 0 && { cookie: this.cookie }),
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: Readable.from([Buffer.from(JSON.stringify(body))]) }),
    });
    if (!(answer instanceof Bytes)) {
      const { status, body: said } = answer;
      return { status, headers: {}, location: '', text: JSON.stringify(said), ...(said.type === 'error' && said) };
    }
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) this.keep(cookie);
    const [location = ''] = [answer.headers['location'] ?? []].flat();
    return { status: answer.status, headers: answer.headers, location, text: await text(answer.body) };
  }

  private keep(cookie: string): void {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=', 2);
    if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

/** The first of the routes that has the path: the one of all pages is the last. */
function routeOf(method: Method, path: string): ExchangeRoute {
  const segments = path.split('/');
  const found = Object.values<ExchangeRoute>(consoleRoutes).find((route) => {
    const parts = route.path.split('/');
    const isLong = parts.at(-1) === '*' ? segments.length >= parts.length : segments.length === parts.length;
    const isPart = (part: string, at: number): boolean => part === '*' || part.startsWith(':') || part === segments[at];
    return route.method === method && isLong && parts.every(isPart);
  });
  if (!found) throw new Error(`${method} ${path} is no path of the console`);
  return found;
}
