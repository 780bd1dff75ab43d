import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { HalClient } from '@halyard/suite/client';
import { Client } from 'undici';
import { line, type Procedure } from '../procedure.ts';
import { Integration } from './integration.ts';

/**
 * Each connection stays at the gateway that the system has chosen. If there are two gateways, both have some
 * connections.
 */
const CONNECTIONS = 12;
const ROUNDS = 100;
const PATIENCE_MS = 30_000;

/** A way in which a token ends. */
interface TokenEnding {
  readonly title: string;
  /** Makes a token, and the action that ends it. */
  readonly begin: () => Promise<{ readonly token: string; readonly end: () => Promise<unknown> }>;
  /** Makes it possible again to issue tokens. */
  readonly mend?: () => Promise<unknown>;
}

class Gateways {
  private readonly connections: readonly Client[];

  private constructor(connections: readonly Client[]) {
    this.connections = connections;
  }

  static async of({ connection: { baseUrl, caFile = '' } }: HalClient): Promise<Gateways> {
    const ca = await readFile(caFile, 'utf8');
    return new Gateways(Array.from({ length: CONNECTIONS }, () => new Client(baseUrl, { connect: { ca } })));
  }

  /** Asks on all connections again and again, until the token gets this status on each of them. */
  async untilAllAnswer(status: number, token: string): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.service.v1.hal+json' };
    const giveUpAt = performance.now() + PATIENCE_MS;
    await Promise.all(
      this.connections.map(async (connection) => {
        for (let found = 0; found !== status;) {
          if (performance.now() > giveUpAt) throw new Error(`a gateway answers ${found} in place of ${status}`);
          const answer = await connection.request({ method: 'GET', path: '/', headers });
          await answer.body.dump();
          found = answer.statusCode;
        }
      }),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.connections.map((connection) => connection.close()));
  }
}

const operation = (client: HalClient, path: string) =>
  client.post(`/operations/${path}`, { reason: 'measured' }, { idempotencyKey: randomUUID() });

async function endingsOf(client: HalClient, integration: Integration): Promise<readonly TokenEnding[]> {
  const { body } = await client.get('/operations/people');
  const { email } = client.connection.person ?? {};
  const personId = body._embedded?.['people']?.find((person) => person['email'] === email)?.id ?? '';
  const tokens = async () => integration.exchange(await integration.code());
  const suspended = (path: string) => async () => ({
    token: (await tokens()).access_token,
    end: () => operation(client, `${path}/suspensions`),
  });
  const application = `applications/${integration.id}`;
  const person = `people/${personId}`;
  return [
    {
      title: 'an access token is revoked',
      begin: async () => {
        const { access_token: token } = await tokens();
        return { token, end: () => integration.revoke(token) };
      },
    },
    {
      title: 'a refresh token is revoked, with its family',
      begin: async () => {
        const { access_token: token, refresh_token: refresh } = await tokens();
        return { token, end: () => integration.revoke(refresh) };
      },
    },
    {
      title: 'an application is suspended',
      begin: suspended(application),
      mend: () => operation(client, `${application}/reinstatements`),
    },
    {
      title: 'a person is suspended',
      begin: suspended(person),
      mend: async () => {
        await operation(client, `${person}/reinstatements`);
        await integration.logIn(client);
      },
    },
  ];
}

/**
 * The time from the answer that ended a token until the last gateway refuses the token. All connections ask meanwhile.
 */
async function measured({ begin, mend }: TokenEnding, gateways: Gateways): Promise<RecordableHistogram> {
  const histogram = createHistogram();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { token, end } = await begin();
    await gateways.untilAllAnswer(200, token);
    await end();
    const from = performance.now();
    await gateways.untilAllAnswer(401, token);
    histogram.record(Math.max(1, Math.round((performance.now() - from) * 1_000)));
    await mend?.();
  }
  return histogram;
}

/** Measures how soon every gateway refuses tokens that have ended. */
export const revocation: Procedure = async ({ client }) => {
  const integration = await Integration.connected(client);
  const gateways = await Gateways.of(client);
  try {
    const lines: string[] = [];
    for (const ending of await endingsOf(client, integration)) {
      const times = await measured(ending, gateways);
      const ms = (us: number): string => (us / 1_000).toFixed(1);
      const figures = `p50 ${ms(times.percentile(50))}   p99 ${ms(times.percentile(99))}   max ${ms(times.max)} ms`;
      lines.push(line(`${ending.title}, until all refuse`, `${figures}, of ${ROUNDS}`));
    }
    return lines;
  } finally {
    await Promise.all([integration.close(), gateways.close()]);
  }
};
