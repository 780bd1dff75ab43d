// Runs: both
import { randomUUID } from 'node:crypto';
import { type CheckResult, healthChecks } from '@halyard/contracts/operations';
import type { ServiceName } from '@halyard/contracts';
import type { HalClient } from '@halyard/suite/client';
import { waitFor } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { BreakableSuite } from './breaking/breakable-suite.js';

interface Check extends CheckResult {
  readonly service: ServiceName;
  readonly help: string;
}

describe('GET /operations/health of a whole suite', () => {
  const suite = new BreakableSuite({});
  let operator: HalClient;
  let database: Client;
  beforeAll(async () => {
    await suite.start();
    operator = await suite.running.client();
    database = new Client({ connectionString: await suite.running.postgresUrl() });
    await database.connect();
  });
  afterAll(async () => {
    await operator.close();
    await database.end();
    await suite.remove();
  });

  const look = async () => {
    const { status, body } = await operator.get('/operations/health');
    expect(status).toBe(200);
    const checks = body['checks'] as readonly Check[];
    return { status: body['status'], checks, wrong: checks.filter((one) => one.status !== 'ok') };
  };
  /** Waits until exactly these are wrong, as `service check status`. */
  const seeWrong = async (...wanted: readonly string[]): Promise<readonly Check[]> =>
    waitFor(`the health to be ${wanted.join(', ') || 'ok'}`, async () => {
      const { wrong } = await look();
      const seen = wrong.map(({ service, name, status }) => `${service} ${name} ${status}`);
      return JSON.stringify(seen.toSorted()) === JSON.stringify(wanted.toSorted()) ? wrong : undefined;
    });

  it('is ok while all is well, and has asked every service', async () => {
    await seeWrong();
    const { status, checks } = await look();
    expect(status).toBe('ok');
    const answered = checks.filter(({ name }) => name === 'service-answers').map(({ service }) => service);
    const others = ['auth', 'console', 'customers', 'funding-sources', 'transfers', 'webhooks'];
    expect(answered.toSorted()).toEqual(others);
  });

  it('names a parked key that has waited, since when, and the page', async () => {
    const [key, id] = [randomUUID(), randomUUID()];
    const since = new Date(Date.now() - (healthChecks['keys-parked'].above + 60) * 1_000).toISOString();
    await database.query(
      `INSERT INTO webhooks.inbox_failures (id, consumer, topic, key, cause, attempts, held_at, failed_at, retry_at)
       VALUES ($1, 'public-events', 'customers.events.v1', $2, 'no ink, password secret', 9, $3, $3, NULL)`,
      [id, key, since],
    );
    const [found] = await seeWrong('webhooks keys-parked warning');
    expect(found).toEqual({
      ...{ name: 'keys-parked', service: 'webhooks', status: 'warning', since },
      message: 'Messages of 1 resource wait for an operator.',
      help: expect.stringMatching(/^https:\/\/[^/]+\/docs\/how-to\/replay-parked-messages\/$/) as unknown,
    });
    expect((await look()).status).toBe('warning');
    await database.query('DELETE FROM webhooks.inbox_failures WHERE id = $1', [id]);
    await seeWrong();
  });

  it('names a read model that has stopped, and not the event', async () => {
    const at = { stream: 'payment-1', revision: 1, id: randomUUID(), type: 'Unknown', cause: 'password secret' };
    await database.query(
      `UPDATE transfers.projections SET stopped_from = position, stopped_at = $1 WHERE name = 'statistics'`,
      [at],
    );
    const [found] = await seeWrong('transfers read-models-stopped failing');
    expect(found?.message).toBe("Read models have stopped at an event that they can't take: statistics.");
    expect((await look()).status).toBe('failing');
    await database.query(`UPDATE transfers.projections SET stopped_from = NULL, stopped_at = NULL`);
    await seeWrong();
  });

  // One process has all services in the embedded mode: none can be away alone.
  if (!suite.isEmbedded) {
    it('names a service that does not answer, and nothing else', async () => {
      const { pid = 0 } = (await suite.running.processes()).find(({ service }) => service === 'customers') ?? {};
      process.kill(pid, 'SIGSTOP');
      try {
        const [found] = await seeWrong('customers service-answers failing');
        expect(found?.message).toBe('The service does not answer.');
        expect((await look()).checks.filter(({ service }) => service === 'customers')).toHaveLength(1);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await seeWrong();
    });
  }
});
