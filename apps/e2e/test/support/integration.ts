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

/** An integration that the account of a client made and an operator approved. */
export async function newIntegration(
  { client, operator }: Pick<SharedSuite, 'client' | 'operator'>,
  given: { readonly name: string; readonly redirectUrls: readonly string[] },
): Promise<IntegrationKeys> {
  const scopes = ['send', 'transactions', 'openid'];
  const location = await client.create('/applications', { kind: 'integration', scopes, ...given });
  const approved = await operator.post(`/operations/applications/${idOf(location)}/approvals`, {});
  if (approved.status !== 200) throw new Error(`approval: ${approved.status} ${JSON.stringify(approved.body)}`);
  return { key: String(approved.body['key']), secret: await newSecretOf(client, location) };
}

async function newSecretOf(client: HalClient, application: string): Promise<string> {
  const { body } = await client.post(`${application}/secrets`, {}, { idempotencyKey: randomUUID() });
  return String(body['secret']);
}

/** The redirect URL of an integration, at which browsers come back. It sends them on to another origin. */
export class CallbackSite {
  private constructor(
    readonly url: string,
    /** The parameters that came, the latest last. */
    readonly returned: readonly Readonly<Record<string, string>>[],
    readonly close: () => void,
  ) {}

  /** @param next address on another origin */
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
