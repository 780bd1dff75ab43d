import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServerUnusable } from '@halyard/core';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { WAIT_MS } from '@halyard/testing/patience';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { Client } from 'pg';
import { usingServer } from './usable-server.js';

/** For the server that says nothing: on a busy machine, one that answers may need longer. */
const HASTY_MS = 500;

describe('a Postgres server that a setting names', () => {
  let database: TestDatabase;
  let url: URL;
  /** Accepts connections and says nothing. */
  const silent = createServer((socket) => socket.on('error', () => undefined));
  beforeAll(async () => {
    database = await createTestDatabase();
    url = new URL(database.url);
    await once(silent.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(async () => {
    silent.close();
    await database.drop();
  });

  const portOfSilent = (): string => String((silent.address() as AddressInfo).port);
  const cases: readonly (readonly [string, () => Partial<URL>, RegExp, connectMs?: number])[] = [
    [
      'that nobody listens at',
      () => ({ port: '1' }),
      /^The Postgres server at 127\.0\.0\.1:1 can't be reached \(ECONNREFUSED\)\./,
    ],
    [
      'whose name is unknown',
      () => ({ hostname: 'nowhere.invalid' }),
      /^The Postgres server at nowhere\.invalid:\d+ can't be reached \((?:ENOTFOUND|EAI_AGAIN)\)\./,
    ],
    ['that says nothing', () => ({ port: portOfSilent() }), /can't be used: .*timeout/, HASTY_MS],
    [
      'that speaks no TLS',
      () => ({ search: '?sslmode=verify-full' }),
      /can't be used: The server does not support SSL connections\./,
    ],
    [
      'with another password',
      () => ({ password: 'wrong-secret' }),
      /refuses the login of \w+: password authentication failed/,
    ],
    ['with a user that it does not know', () => ({ username: 'nobody_here' }), /refuses the login of nobody_here/],
    ['without the database', () => ({ pathname: '/not_there' }), /has no database not_there\./],
  ];

  it.each(cases)(
    'is said to be unusable, without the password: one %s',
    async (_, change, message, connectMs = WAIT_MS) => {
      const named = Object.assign(new URL(url), change());
      const client = new Client({ connectionString: named.href, connectionTimeoutMillis: connectMs });
      client.on('error', () => undefined);
      const failure = await usingServer(named.href, 'Check DATABASE_URL.', () => client.connect()).catch(
        (error: unknown) => error,
      );
      await client.end().catch(() => undefined);
      expect(failure).toBeInstanceOf(ServerUnusable);
      expect(String(failure)).toMatch(/ Check DATABASE_URL\.$/);
      expect((failure as Error).message).toMatch(message);
      expect((failure as Error).message).not.toContain(named.password);
      expect((failure as Error).message).not.toContain('\n');
    },
  );

  it('is not blamed for other errors', async () => {
    await expect(usingServer(url.href, '', () => Promise.reject(new TypeError('ours')))).rejects.toThrow(TypeError);
  });
});
