import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import type { ServiceClient } from '@halyard/http';
import { openDemoAccount } from './demo-account.js';

const accountId = newId();
const SIMULATION = 'POST /sandbox-simulations';
const answers: Readonly<Record<string, object>> = {
  'POST /token': { access_token: 'token', expires_in: 3600 },
  [`GET /accounts/${accountId}/funding-sources`]: {
    _embedded: {
      'funding-sources': ['balance', 'bank'].map((type) => ({
        type,
        status: 'verified',
        _links: { self: { href: `/funding-sources/${type}` } },
      })),
    },
  },
  [`GET /accounts/${accountId}/transfers?correlationId=opening-balance`]: { total: 1 },
  [SIMULATION]: { total: 0 },
};

const stopped = 'The read model transfers stopped at event 0 (OrderPaid), revision 7 of halyard_payment-7.';

describe('openDemoAccount', () => {
  /** What is answered in place of the transfers. */
  let unavailable: string | undefined;
  let dataDir: string;
  let gateway: Server;
  let asked: string[];

  beforeEach(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'halyard-demo-'));
    mkdirSync(join(dataDir, 'keys'));
    asked = [];
    unavailable = undefined;
    // The first time, a request is not served, or an earlier attempt of it is still running.
    gateway = createServer((request, response) => {
      const line = `${request.method} ${request.url}`;
      response.statusCode = asked.includes(line) ? 200 : line === SIMULATION ? 409 : 503;
      asked.push(line);
      if (unavailable !== undefined && line.includes('/transfers?')) {
        response.statusCode = 503;
        response.end(JSON.stringify({ code: 'ServiceUnavailable', message: unavailable }));
        return;
      }
      response.end(JSON.stringify(answers[line] ?? {}));
    }).listen(0, '127.0.0.1');
    await once(gateway, 'listening');
  });
  afterEach(() => {
    gateway.closeAllConnections();
    gateway.close();
    rmSync(dataDir, { recursive: true });
  });

  it('goes on when parts of the suite were away, and tells of the account once it is complete', async () => {
    const calls = [503, 201].map((status) => ({
      status,
      body: status === 201 ? { type: 'created', resource: { id: accountId } } : { type: 'error' },
    }));
    const ids = new Set<string>();
    const auth = {
      call: (_: string, { operation }: { operation: { id: string } }) => {
        ids.add(operation.id);
        return Promise.resolve(calls.length > 1 ? calls.shift() : calls[0]);
      },
    } as unknown as ServiceClient;
    const address = gateway.address();
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;

    const opening = openDemoAccount({ services: auth, addresses: { baseUrl }, dataDir });
    const file = join(dataDir, 'demo.json');
    expect(existsSync(file)).toBe(false);
    const connection = await opening;
    expect(connection).toMatchObject({ baseUrl, accountId });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(connection);
    expect(ids.size).toBe(1);
    for (const line of Object.keys(answers)) expect(asked.filter((one) => one === line).length).toBeGreaterThan(1);
  });

  it('ends with the sentence that names the read model and the event at which it has stopped', async () => {
    unavailable = stopped;
    const created = { status: 201, body: { type: 'created', resource: { id: accountId } } };
    const auth = { call: () => Promise.resolve(created) } as unknown as ServiceClient;
    const address = gateway.address();
    const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    await expect(openDemoAccount({ services: auth, addresses: { baseUrl }, dataDir })).rejects.toThrow(stopped);
    expect(existsSync(join(dataDir, 'demo.json'))).toBe(false);
  });
});
