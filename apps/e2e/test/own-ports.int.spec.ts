// Runs: embedded
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listeningPorts } from '@halyard/testing/listening-ports';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SharedSuite } from './support/shared-suite.js';

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('the ports on which the suite listens', () => {
  let shared: SharedSuite;
  beforeAll(async () => {
    shared = await SharedSuite.join('ports');
  });
  afterAll(() => shared.leave());

  it('are closed to webhooks, every one', async () => {
    const { suite, operator, client } = shared;
    const owner = JSON.parse(readFileSync(join(suite.dataDir, 'owner.json'), 'utf8')) as { readonly pid: number };
    const ports = listeningPorts(owner.pid);
    expect(ports).toContain(Number(new URL(operator.connection.baseUrl).port));
    expect(ports.length).toBeGreaterThanOrEqual(4); // HTTPS, its redirect, metrics, Postgres
    const open = await Promise.all(
      ports.map(async (port) => {
        const body = { url: `http://127.0.0.1:${port}/hook`, secret: 'secret' };
        const { status } = await client.post('/webhook-subscriptions', body);
        return status === 400 ? [] : [port];
      }),
    );
    expect(open.flat()).toEqual([]);
  });
});
