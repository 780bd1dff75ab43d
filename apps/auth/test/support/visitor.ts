import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ExchangeRoute, Route } from '@halyard/contracts';
import { authorizationRoutes, oauthRoutes, pageRoutes } from '@halyard/contracts/authorization';
import { Bytes } from '@halyard/http';
import { servicePrincipal, type TestService } from '@halyard/testing';

export interface VisitedPage {
  readonly status: number;
  readonly location: string | undefined;
  readonly heading: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly tokenFor: (action: string) => string;
}

export interface VisitOptions {
  readonly headers?: Readonly<Record<string, string>>;
}

const ORIGIN = 'https://localhost:8443';

/** Keeps cookies, and sends forms as their pages expect. */
export class Visitor {
  constructor(
    private readonly service: TestService,
    private readonly network = '192.0.2.1',
    readonly cookies = new Map<string, string>(),
  ) {}

  /** Another process answers this browser's requests. */
  in(service: TestService): Visitor {
    return new Visitor(service, this.network, this.cookies);
  }

  get(path: string, options: VisitOptions = {}): Promise<VisitedPage> {
    return this.ask('GET', path, undefined, options);
  }

  post(path: string, fields: Readonly<Record<string, string>>, options: VisitOptions = {}): Promise<VisitedPage> {
    return this.ask('POST', path, new URLSearchParams(fields).toString(), options);
  }

  async send(
    path: string,
    fields: Readonly<Record<string, string>>,
    { action = path, ...options }: VisitOptions & { readonly action?: string } = {},
  ): Promise<VisitedPage> {
    const page = await this.get(path);
    return this.post(action, { ...fields, 'form-token': page.tokenFor(action) }, options);
  }

  private async ask(
    method: 'GET' | 'POST',
    path: string,
    body: string | undefined,
    { headers = {} }: VisitOptions,
  ): Promise<VisitedPage> {
    const [plainPath = '', search = ''] = path.split('?', 2);
    const answer = await this.service.exchange(routeOf(method, path), plainPath, {
      query: queryOf(search),
      principal: servicePrincipal('gateway'),
      headers: {
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'localhost:8443',
        'x-client-network': this.network,
        ...(this.cookies.size > 0 && { cookie: [...this.cookies].map((pair) => pair.join('=')).join('; ') }),
        ...(method === 'POST' && { origin: ORIGIN, 'content-type': 'application/x-www-form-urlencoded' }),
        ...headers,
      },
      ...(body !== undefined && { body: Readable.from([Buffer.from(body)]) }),
    });
    if (!(answer instanceof Bytes)) throw new Error(`${path} answered ${JSON.stringify(answer)}`);
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) this.keep(cookie);
    return visited(answer, await text(answer.body));
  }

  private keep(cookie: string): void {
    const [name = '', value = ''] = (cookie.split(';', 1)[0] ?? '').split('=', 2);
    if (/max-age=0/i.test(cookie)) this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}

function visited({ status, headers }: Bytes, html: string): VisitedPage {
  const forms = [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([^]*?)<\/form>/g)];
  return {
    status,
    location: [headers['location'] ?? []].flat()[0],
    heading: /<h1[^>]*>([^]*?)<\/h1>/.exec(html)?.[1]?.trim() ?? '',
    html,
    headers,
    tokenFor: (action) => {
      const [, , form = ''] = forms.find(([, sentTo]) => sentTo === action) ?? [];
      return /name="form-token"\s+value="([^"]*)"/.exec(form)?.[1] ?? '';
    },
  };
}

function routeOf(method: string, path: string): ExchangeRoute {
  const segments = (path.split('?', 1)[0] ?? '').split('/');
  const matches = (template: string): boolean => {
    const parts = template.split('/');
    return parts.length === segments.length && parts.every((part, at) => part.startsWith(':') || part === segments[at]);
  };
  const found = Object.values<Route>({ ...pageRoutes, ...oauthRoutes, ...authorizationRoutes }).find(
    (route): route is ExchangeRoute => route.kind !== 'plain' && route.method === method && matches(route.path),
  );
  if (!found) throw new Error(`${method} ${path} is no page`);
  return found;
}

/** Like the gateway: values of a repeated name are a list. */
function queryOf(search: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(search);
  const valueOf = (name: string): string | string[] => {
    const [first = '', ...more] = parameters.getAll(name);
    return more.length > 0 ? [first, ...more] : first;
  };
  return Object.fromEntries([...parameters.keys()].map((name) => [name, valueOf(name)]));
}
