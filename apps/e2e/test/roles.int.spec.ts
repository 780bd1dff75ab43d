// Runs: embedded
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type PersonRole,
  personRoles,
  type PublicRoute,
  publicRoutes,
  type Route,
  routeNames,
} from '@halyard/contracts';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Agent, request } from 'undici';
import { personToken } from './support/first-party.js';
import { letterLink, PASSWORD, sendForm } from './support/people.js';
import { SharedSuite } from './support/shared-suite.js';

const NOBODYS_ID = '0195b3a0-0000-7000-8000-0000000000c1';
const DOCUMENT = join(import.meta.dirname, '..', '..', '..', 'docs', 'openapi.json');

interface Operation {
  readonly operationId: PublicRoute;
  readonly 'x-roles'?: readonly PersonRole[];
}

const document = JSON.parse(await readFile(DOCUMENT, 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
};
const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
const rolesOf = new Map(operations.map((one) => [one.operationId, one['x-roles']]));

const guarded = routeNames.filter((name) => !['anyone', 'linking'].includes(publicRoutes[name].access));
/** What would be done for everybody: nobody is let do it for a test. */
const isHarmless = (name: PublicRoute): boolean => {
  const { access, method, path }: Route = publicRoutes[name];
  return access !== 'operator' || method === 'GET' || path.includes(':');
};

describe('a person that uses the command line', () => {
  let shared: SharedSuite;
  let dispatcher: Agent;
  const tokens = new Map<PersonRole, string>();

  beforeAll(async () => {
    shared = await SharedSuite.join('Roles');
    const { client, suite } = shared;
    const { baseUrl, caFile = '' } = client.connection;
    dispatcher = new Agent({ connect: { ca: await readFile(caFile, 'utf8') } });
    for (const role of personRoles.filter((one) => one !== 'operator')) {
      const email = `${randomUUID()}@example.com`;
      await client.create('/invitations', { email, name: 'Ada Byron', role });
      const link = await letterLink(suite, email, 'You are invited to an account');
      await sendForm(client, link, { 'new-password': PASSWORD, 'repeated-password': PASSWORD });
      tokens.set(role, await personToken(baseUrl, { email, password: PASSWORD }, dispatcher));
    }
    const demo = JSON.parse(await readFile(join(suite.dataDir, 'demo.json'), 'utf8')) as {
      readonly operator: { readonly email: string; readonly password: string };
    };
    tokens.set('operator', await personToken(baseUrl, demo.operator, dispatcher));
  });
  afterAll(async () => {
    await dispatcher.close();
    await shared.leave();
  });

  /** With ids of nobody, and without a body or with an empty one: who may not do it learns nothing else. */
  async function statusOf(name: PublicRoute, role: PersonRole, sent?: string): Promise<number> {
    const route: Route = publicRoutes[name];
    const path = route.path.replaceAll(/:\w+/g, NOBODYS_ID);
    const accept = route.kind === 'plain' ? 'application/vnd.service.v1.hal+json' : (route.gives[0] ?? '*/*');
    const { statusCode, body } = await request(`${shared.client.connection.baseUrl}${path}`, {
      method: route.method,
      headers: {
        ...{ authorization: `Bearer ${tokens.get(role) ?? ''}`, accept },
        ...(sent !== undefined && { 'content-type': 'application/json' }),
      },
      ...(sent !== undefined && { body: sent }),
      dispatcher,
    });
    body.on('error', () => undefined).destroy();
    return statusCode;
  }

  it.each(personRoles)(
    'as %s reaches what the document says of its role, and is refused all else before it learns more',
    async (role) => {
      const refused: string[] = [];
      const expected = guarded.filter((name) => !rolesOf.get(name)?.includes(role));
      for (const name of guarded) {
        const isExpected = expected.includes(name);
        if (!isExpected && !isHarmless(name)) continue;
        const bodies = publicRoutes[name].method === 'POST' ? [undefined, '{}'] : [undefined];
        const statuses: number[] = [];
        for (const body of bodies) statuses.push(await statusOf(name, role, body));
        expect([name, statuses.some((status) => status === 401 || status >= 500)]).toEqual([name, false]);
        if (statuses.every((status) => status === 403)) refused.push(name);
        else expect([name, statuses]).not.toEqual([name, expect.arrayContaining([403])]);
      }
      expect(refused).toEqual(expected);
    },
  );
});
