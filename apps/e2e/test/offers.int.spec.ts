// Runs: embedded
import { type Route, type Scope, scopes } from '@halyard/contracts';
import { offeredWrites, publicRoutes } from '@halyard/public-api';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { askWithForms, type Template, templatesIn } from './support/hal-forms.js';
import { type OfferingState, offeringStates } from './support/offering-states.js';
import { SharedSuite } from './support/shared-suite.js';

/** Relations of links that do something; any other leads to reading. */
const doing: ReadonlySet<string> = new Set([
  ...['send', 'receive', 'transfer-send', 'transfer-receive', 'transfer-from-balance', 'transfer-to-balance'],
  ...['edit', 'deactivate', 'suspend', 'reactivate', 'reinstate', 'retry-verification', 'retry-with-full-ssn'],
  ...['verify-with-document', 'verify-business-with-document', 'verify-controller-and-business-with-document'],
  ...['certify-beneficial-ownership', 'remove', 'initiate-micro-deposits', 'verify-micro-deposits'],
  ...['advance', 'stop', 'cancel', 'simulate', 'pause', 'resume', 'replay', 'retry', 'rotate-secret', 'withdraw'],
  ...['approve', 'reject', 'erase', 'hold', 'lift', 'rebuild', 'swap', 'skip', 'reset-factors'],
]);

const isOf =
  (method: string, path: string) =>
  (route: Route): boolean =>
    route.method === method && new RegExp(`^${route.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

/** The scope that a request needs; undefined where any token will do. */
function scopeFor(method: string, url: string): Scope | undefined {
  const path = new URL(url, 'https://localhost').pathname;
  const route = Object.values<Route>(publicRoutes).find(isOf(method, path));
  if (!route) throw new Error(`no route for ${method} ${path}`);
  return scopes.find((scope) => scope === route.access);
}

describe('offers', () => {
  let shared: SharedSuite;
  beforeAll(async () => {
    shared = await SharedSuite.join('offers');
  });
  afterAll(() => shared.leave());

  const tokens = new Map<string, Promise<string>>();
  function tokenWith(client: HalClient, granted: readonly Scope[]): Promise<string> {
    const { key, secret } = client.connection;
    const scope = granted.join(' ');
    const cached = `${key} ${scope}`;
    const fresh = async () => {
      const form = new URLSearchParams({
        ...{ grant_type: 'client_credentials', client_id: key, client_secret: secret, scope },
      });
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      return String((await client.raw('POST', '/token', type, form.toString())).body['access_token']);
    };
    const token = tokens.get(cached) ?? fresh();
    tokens.set(cached, token);
    return token;
  }

  const links = ({ body }: HalAnswer): string[] => Object.keys(body._links ?? {});
  /** Of lists, there is one where something may be added; of resources, one for each link that does something. */
  function expected({ kind, state }: OfferingState, answer: HalAnswer): ReadonlySet<string> {
    if (!kind.startsWith('list')) return new Set(links(answer).filter((relation) => doing.has(relation)));
    return new Set(state.startsWith('closed') ? [] : ['default']);
  }
  const shown = (names: readonly string[], isList: boolean) =>
    new Set(isList ? names.slice(0, 1) : names.map((name) => name.split('.')[0]));

  it('have states of every kind that offers anything', () => {
    const kinds = [...offeredWrites.keys()].map((offer) => offer.split(' ')[0]);
    const known = new Set<string | undefined>(offeringStates.map(({ kind }) => kind));
    // A key is parked by a message that cannot be consumed, which no client can send.
    expect([...new Set(kinds)].filter((kind) => !known.has(kind))).toEqual(['parked-key']);
  });

  it.each(offeringStates)(
    'have a template exactly where a link is and the scopes allow it: $name',
    async (offering) => {
      const { kind, make, by } = offering;
      const client = by === 'operator' ? shared.operator : shared.client;
      const url = await make(shared);
      const [plain, withForms] = [await client.get(url), await askWithForms(client, url)];
      expect([plain.status, withForms.status]).toEqual([200, 200]);
      expect(links(withForms)).toEqual(links(plain));
      expect(plain.body).not.toHaveProperty('_templates');
      const all = Object.entries<Template>(templatesIn(withForms.body));
      const names = all.map(([name]) => name);
      expect(shown(names, kind.startsWith('list'))).toEqual(expected(offering, plain));

      const needed = scopeFor('GET', url);
      for (const scope of [undefined, ...scopes.filter((each) => each !== 'openid')]) {
        const granted = [...new Set([needed, scope].filter((each) => each !== undefined))];
        if (granted.length === 0 || (scope === 'operator' && by === 'client')) continue;
        const { status, body } = await askWithForms(client, url, await tokenWith(client, granted));
        const opened = all.filter(([, { method, target }]) => {
          const access = scopeFor(method, target);
          return access === undefined || granted.includes(access);
        });
        const seen = Object.keys(templatesIn(body));
        expect([status, granted, seen]).toEqual([200, granted, opened.map(([name]) => name)]);
      }
    },
  );
});
