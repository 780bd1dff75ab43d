import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { HalClient } from '@halyard/suite/client';
import { idOf } from './journeys.js';
import type { SharedSuite } from './shared-suite.js';

export interface IntegrationKeys {
  readonly key: string;
  readonly secret: string;
}

/** An integration that the client's account made and an operator approved. */
export async function newIntegration(
  { client, operator }: Pick<SharedSuite, 'client' | 'operator'>,
  given: { readonly name: string; readonly redirectUrls: readonly string[] },
): Promise<IntegrationKeys> {
  const scopes = ['send', 'transactions', 'openid'];
  const location = await client.create('/applications', { kind: 'integration', scopes, ...given });
  const approved = await decideOn(operator, idOf(location), 'approvals', { permissions: 'read-write-transact' });
  return { key: String(approved['key']), secret: await newSecretOf(client, location) };
}

/** Makes a decision on an application in its present state. @returns the application after the decision */
export async function decideOn(
  operator: HalClient,
  id: string,
  decision: 'approvals' | 'rejections',
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const path = `/operations/applications/${id}`;
  const { version } = (await operator.get(path)).body;
  const decided = await operator.post(`${path}/${decision}`, { ...body, version });
  if (decided.status !== 200) throw new Error(`${decision}: ${decided.status} ${JSON.stringify(decided.body)}`);
  return decided.body;
}

async function newSecretOf(client: HalClient, application: string): Promise<string> {
  const { body } = await client.post(`${application}/secrets`, {}, { idempotencyKey: randomUUID() });
  return String(body['secret']);
}

/** The site at the redirect URL of an integration, to which browsers come back. It sends them on to another origin. */
export class CallbackSite {
  private constructor(
    readonly url: string,
    /** The parameters of each redirect, latest last. */
    readonly returned: readonly Readonly<Record<string, string>>[],
    readonly close: () => void,
  ) {}

  /** @param next an address on another origin */
  static async open(next: string): Promise<CallbackSite> {
    const returned: Readonly<Record<string, string>>[] = [];
    const server = createServer(({ url = '' }, response) => {
      const { pathname, searchParams } = new URL(url, 'http://localhost');
      if (pathname !== '/callback') return response.writeHead(404).end();
      returned.push(Object.fromEntries(searchParams));
      return response.writeHead(303, { location: next }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return new CallbackSite(`http://localhost:${address.port}/callback`, returned, () => {
      server.close();
      server.closeAllConnections();
    });
  }
}
