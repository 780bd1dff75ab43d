import { randomUUID } from 'node:crypto';
import { HalClient } from '@halyard/suite/client';
import { line, type Procedure } from '../procedure.ts';
import { timeOf, Times } from '../times.ts';
import { Integration, logIn } from './integration.ts';

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

/** Asks on all connections again and again, until the token gets this status on each of them. */
async function untilAllAnswer(connections: readonly HalClient[], status: number, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/vnd.service.v1.hal+json' };
  const giveUpAt = performance.now() + PATIENCE_MS;
  await Promise.all(
    connections.map(async (connection) => {
      for (let found = 0; found !== status;) {
        if (performance.now() > giveUpAt) throw new Error(`a gateway answers ${found} in place of ${status}`);
        found = (await connection.raw('GET', '/', headers)).status;
      }
    }),
  );
}

const operation = (client: HalClient, path: string) =>
  client.post(`/operations/${path}`, { reason: 'measured' }, { idempotencyKey: randomUUID() });

async function endingsOf(client: HalClient, integration: Integration): Promise<readonly TokenEnding[]> {
  const { body } = await client.get('/operations/people');
  const { email } = client.connection.person ?? {};
  const personId = body._embedded?.['people']?.find((person) => person['email'] === email)?.id ?? '';
  const tokens = async () => integration.exchange(await integration.code());
  const suspended = (path: string) => async () => ({
    token: (await tokens()).access,
    end: () => operation(client, `${path}/suspensions`),
  });
  const revoked = (which: 'access' | 'refresh') => async () => {
    const made = await tokens();
    return { token: made.access, end: () => integration.revoke(made[which]) };
  };
  const application = `applications/${integration.id}`;
  const person = `people/${personId}`;
  return [
    { title: 'an access token is revoked', begin: revoked('access') },
    { title: 'a refresh token is revoked, with its family', begin: revoked('refresh') },
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
        await logIn(client, integration.browser);
      },
    },
  ];
}

/**
 * The time from the answer that ended a token until the last gateway refuses the token. All connections ask meanwhile.
 */
async function measured({ begin, mend }: TokenEnding, connections: readonly HalClient[]): Promise<Times> {
  const times = new Times();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { token, end } = await begin();
    await untilAllAnswer(connections, 200, token);
    await end();
    times.add(await timeOf(() => untilAllAnswer(connections, 401, token)));
    await mend?.();
  }
  return times;
}

/** Measures how soon every gateway refuses tokens that have ended. */
export const revocation: Procedure = async ({ client }) => {
  const integration = await Integration.connected(client);
  const opened = Array.from({ length: CONNECTIONS }, () => HalClient.open(client.connection));
  const connections = await Promise.all(opened);
  try {
    const lines: string[] = [];
    for (const ending of await endingsOf(client, integration))
      lines.push(line(`${ending.title}, until all refuse`, String(await measured(ending, connections))));
    return lines;
  } finally {
    await Promise.all(connections.map((connection) => connection.close()));
  }
};
