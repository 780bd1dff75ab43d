import type { ApplicationPrincipal, ServiceName } from '@halyard/contracts';
import { Clock, newId } from '@halyard/core';
import { type BoundRequest, ENVELOPE_HEADER, PrincipalEnvelopes } from '@halyard/http';
import { loadKeys } from '@halyard/persistence';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { type ListedProcess, SuiteProcess, until } from '@halyard/suite/process';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { personalCustomer } from '../support/journeys.js';

jest.setTimeout(20_000);

/** How a process tells whoever holds the key for whom to seal; all else that is refused is told nothing. */
const INSTANCE_HEADER = 'x-instance';
const NOTHING_THERE = '/nothing-of-that-name';

/** A machine's clock that is wrong by so much. */
class WrongClock extends Clock {
  constructor(private readonly offMs: number) {
    super();
  }
  override now = (): Date => this.system();
  override system = (): Date => new Date(Date.now() + this.offMs);
}

interface Sealing extends Partial<BoundRequest> {
  readonly body?: string;
  readonly key?: Buffer;
  readonly offMs?: number;
  readonly instance?: string;
}

describe('a service that is called by itself, past the gateway', () => {
  let suite: SuiteProcess;
  let client: HalClient;
  let key: Buffer;
  let principal: ApplicationPrincipal;
  let processes: readonly ListedProcess[];

  beforeAll(async () => {
    suite = await SuiteProcess.prepare({}, { replicas: 2 });
    client = await suite.start();
    key = loadKeys({ dir: join(suite.dataDir, 'keys'), env: {} }).principal;
    const { accountId } = client.connection;
    principal = { kind: 'application', applicationId: newId(), accountId, scopes: ['managecustomers'] };
    processes = (await suite.processes()).filter(({ service }) => service !== 'gateway');
  }, 120_000);

  afterAll(async () => {
    await client.close();
    await suite.remove();
  });

  const body = JSON.stringify(personalCustomer());
  const creation = { service: 'customers', method: 'POST', target: '/customers', body } as const;

  /** For the creation of a customer, apart from what is given. */
  const seal = ({ offMs = 0, instance, key: other = key, ...given }: Sealing): string => {
    const { service, method, target, body: signed } = { ...creation, ...given };
    const envelopes = new PrincipalEnvelopes(other, new WrongClock(offMs));
    const operation = { id: newId(), requestId: newId(), principal, at: new Date().toISOString() };
    return envelopes.seal({ service, method, target }, Buffer.from(signed), operation, instance);
  };
  const carrying = (envelope = ''): Record<string, string> => (envelope === '' ? {} : { [ENVELOPE_HEADER]: envelope });

  const create = ({ url = '' }: ListedProcess, envelope?: string): Promise<HalAnswer> =>
    client.raw('POST', `${url}/customers`, { 'content-type': 'application/json', ...carrying(envelope) }, body);
  const read = ({ url = '' }: ListedProcess, envelope?: string): Promise<HalAnswer> =>
    client.raw('GET', `${url}${NOTHING_THERE}`, carrying(envelope));

  const replicas = (service: ServiceName): [ListedProcess, ListedProcess] => {
    const [first, second] = processes.filter((process) => process.service === service);
    if (!first || !second) throw new Error(`two processes of ${service} should run`);
    return [first, second];
  };
  /** What a process calls itself: it says so to whoever has the key. */
  const instanceOf = async (process: ListedProcess): Promise<string> => {
    const { service } = process;
    const answer = await read(process, seal({ service, method: 'GET', target: NOTHING_THERE, body: '' }));
    return String(answer.headers[INSTANCE_HEADER]);
  };
  const customers = async (): Promise<number | undefined> => (await client.get('/customers')).body.total;
  const expectRefused = (answer: HalAnswer): void =>
    expect(answer).toMatchObject({ status: 401, body: { document: 'error', code: 'InvalidCredentials' } });

  it('refuses whoever brings no envelope, and answers whoever has the key: every process of each service', async () => {
    for (const each of processes) {
      expectRefused(await read(each));
      const call = { service: each.service, method: 'GET', target: NOTHING_THERE, body: '' };
      const answer = await read(each, seal({ ...call, instance: await instanceOf(each) }));
      expect(answer).toMatchObject({ status: 404, body: { document: 'error' } });
    }
    expect(new Set(processes.map(({ service }) => service)).size).toBe(5);
  });

  it.each<[string, Sealing | string | undefined]>([
    ['none', undefined],
    ['rubbish', 'e30.e30'],
    ['one under another key', { key: randomBytes(32) }],
    ['one for another path', { target: '/customers/other' }],
    ['one for another query', { target: '/customers?limit=1' }],
    ['one for another method', { method: 'PUT' }],
    ['one for another body', { body: JSON.stringify(personalCustomer()) }],
    ['one for another service', { service: 'transfers' }],
    ['one that has expired', { offMs: -11_000 }],
    ['one that is not valid yet', { offMs: 60_000 }],
  ])('refuses a request with an envelope that is not for it, and does nothing: %s', async (_, given) => {
    const [first] = replicas('customers');
    const before = await customers();
    const instance = await instanceOf(first);
    const answer = await create(first, typeof given === 'object' ? seal({ ...given, instance }) : given);
    expectRefused(answer);
    expect(answer.headers[INSTANCE_HEADER]).toBeUndefined();
    expect(await customers()).toBe(before);
  });

  it('refuses a changed principal under the former signature', async () => {
    const [first] = replicas('customers');
    const before = await customers();
    const [encoded = '', signature] = seal({ instance: await instanceOf(first) }).split('.');
    const envelope = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as { operation: object };
    const changed = {
      ...envelope,
      operation: { ...envelope.operation, principal: { ...principal, scopes: ['operator'] } },
    };
    const header = `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`;
    expectRefused(await create(first, header));
    expect(await customers()).toBe(before);
  });

  it('takes a good one once: not again, and not at another replica', async () => {
    const [first, second] = replicas('customers');
    const before = (await customers()) ?? 0;
    const header = seal({ instance: await instanceOf(first) });
    expect(await create(first, header)).toMatchObject({ status: 201 });
    expect(await customers()).toBe(before + 1);

    const again = await create(first, header);
    expectRefused(again);
    expect(again.headers[INSTANCE_HEADER]).toBeUndefined();
    const elsewhere = await create(second, header);
    expectRefused(elsewhere);
    expect(elsewhere.headers[INSTANCE_HEADER]).toBe(await instanceOf(second));
    expect(await customers()).toBe(before + 1);
  });

  it('takes none that was for the process before it at its address', async () => {
    const [first] = replicas('customers');
    const before = await customers();
    const instance = await instanceOf(first);
    process.kill(first.pid, 'SIGKILL');
    const next = await until('another process at its address', async () =>
      (await suite.processes()).find(({ url, pid }) => url === first.url && pid !== first.pid),
    );
    expectRefused(await create(next, seal({ instance })));
    expect(await customers()).toBe(before);
  }, 60_000);
});
