import {
  type ApplicationPrincipal,
  type Principal,
  type ServiceName,
  serviceNames,
  serviceRoutes,
} from '@halyard/contracts';
import { Clock, newId } from '@halyard/core';
import { type BoundRequest, ENVELOPE_HEADER, PrincipalEnvelopes } from '@halyard/http';
import { type Identities, loadIdentities } from '@halyard/persistence';
import type { HalAnswer, HalClient } from '@halyard/suite/client';
import { type ListedProcess, SuiteProcess, until } from '@halyard/suite/process';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { personalCustomer } from '../support/journeys.js';

jest.setTimeout(20_000);

/** How a process tells another service for whom to seal; all else that is refused is told nothing. */
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
  /** Who seals it: the gateway, unless given. */
  readonly by?: Identities;
  readonly principal?: Principal;
  readonly offMs?: number;
  readonly instance?: string;
}

describe('a service that is called by itself, past the gateway', () => {
  let suite: SuiteProcess;
  let client: HalClient;
  let identitiesOf: (service: ServiceName) => Identities;
  let principal: ApplicationPrincipal;
  let processes: readonly ListedProcess[];
  let strangersKeys: string;

  beforeAll(async () => {
    suite = await SuiteProcess.prepare({}, { replicas: { customers: 2 }, onEventStoreDb: false });
    client = await suite.start();
    identitiesOf = (service) => loadIdentities(service, { dir: join(suite.dataDir, 'keys'), env: {} });
    strangersKeys = await mkdtemp(join(tmpdir(), 'halyard-strangers-'));
    const { accountId } = client.connection;
    principal = { kind: 'application', applicationId: newId(), accountId, scopes: ['managecustomers'] };
    processes = (await suite.processes()).filter(({ service }) => service !== 'gateway');
  }, 120_000);

  afterAll(async () => {
    await client.close();
    await suite.remove();
    await rm(strangersKeys, { recursive: true });
  });

  const body = JSON.stringify(personalCustomer());
  const creation = { service: 'customers', method: 'POST', target: '/customers', body } as const;

  /** For the creation of a customer, apart from what is given. */
  const seal = ({
    offMs = 0,
    instance,
    by = identitiesOf('gateway'),
    principal: who = principal,
    ...given
  }: Sealing) => {
    const { service, method, target, body: signed } = { ...creation, ...given };
    const envelopes = new PrincipalEnvelopes(by, new WrongClock(offMs));
    const operation = { id: newId(), requestId: newId(), principal: who, at: new Date().toISOString() };
    return envelopes.seal({ service, method, target }, Buffer.from(signed), operation, { instance });
  };
  const carrying = (envelope = ''): Record<string, string> => (envelope === '' ? {} : { [ENVELOPE_HEADER]: envelope });

  const create = ({ url = '' }: ListedProcess, envelope?: string): Promise<HalAnswer> =>
    client.raw('POST', `${url}/customers`, { 'content-type': 'application/json', ...carrying(envelope) }, body);
  const read = ({ url = '' }: ListedProcess, envelope?: string): Promise<HalAnswer> =>
    client.raw('GET', `${url}${NOTHING_THERE}`, carrying(envelope));

  const processOf = (service: ServiceName, index = 0): ListedProcess => {
    const found = processes.filter((process) => process.service === service)[index];
    if (!found) throw new Error(`process ${index + 1} of ${service} should run`);
    return found;
  };
  /** What a process calls itself: it says so to the other services. */
  const instanceOf = async (process: ListedProcess): Promise<string> => {
    const { service } = process;
    const answer = await read(process, seal({ service, method: 'GET', target: NOTHING_THERE, body: '' }));
    return String(answer.headers[INSTANCE_HEADER]);
  };
  const customers = async (): Promise<number | undefined> => (await client.get('/customers')).body.total;
  const expectRefused = (answer: HalAnswer): void =>
    expect(answer).toMatchObject({ status: 401, body: { document: 'error', code: 'InvalidCredentials' } });

  it('refuses whoever brings no envelope, and answers the gateway: every process of each service', async () => {
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
    ['one for another path', { target: '/customers/other' }],
    ['one for another query', { target: '/customers?limit=1' }],
    ['one for another method', { method: 'PUT' }],
    ['one for another body', { body: JSON.stringify(personalCustomer()) }],
    ['one for another service', { service: 'transfers' }],
    ['one that has expired', { offMs: -11_000 }],
    ['one that is not valid yet', { offMs: 60_000 }],
  ])('refuses a request with an envelope that is not for it, and does nothing: %s', async (_, given) => {
    const first = processOf('customers');
    const before = await customers();
    const instance = await instanceOf(first);
    const answer = await create(first, typeof given === 'object' ? seal({ ...given, instance }) : given);
    expectRefused(answer);
    expect(answer.headers[INSTANCE_HEADER]).toBeUndefined();
    expect(await customers()).toBe(before);
  });

  const asItself = (service: ServiceName): Principal => ({ kind: 'service', service });

  it.each<[string, () => Sealing]>([
    ['of another installation', () => ({ by: loadIdentities('gateway', { dir: strangersKeys, env: {} }) })],
    ['of a service that brings a client', () => ({ by: identitiesOf('transfers') })],
    ['of a service as the gateway', () => ({ by: identitiesOf('transfers'), principal: asItself('gateway') })],
    ['of a service as another', () => ({ by: identitiesOf('webhooks'), principal: asItself('transfers') })],
    ['of the gateway as a service', () => ({ principal: asItself('transfers') })],
  ])('refuses an envelope that nobody may seal so, and does nothing: %s', async (_, given) => {
    const first = processOf('customers');
    const before = await customers();
    const answer = await create(first, seal({ ...given(), instance: await instanceOf(first) }));
    expectRefused(answer);
    expect(answer.headers[INSTANCE_HEADER]).toBeUndefined();
    expect(await customers()).toBe(before);
  });

  it('answers on each route between services those that it is made for alone', async () => {
    for (const { method, path, owner, callers } of Object.values(serviceRoutes)) {
      const process = processOf(owner);
      const others = serviceNames.filter((name) => name !== owner && !callers.some((caller) => caller === name));
      for (const service of others) {
        const target = path.replace(':id', newId());
        const given = { service: owner, method, target, body: '', principal: asItself(service) };
        const envelope = seal({ ...given, by: identitiesOf(service), instance: await instanceOf(process) });
        const answer = await client.raw(method, `${process.url}${target}`, carrying(envelope));
        expect([service, method, path, answer.status]).toEqual([service, method, path, 403]);
      }
    }
  });

  it('refuses a changed principal under the former signature', async () => {
    const first = processOf('customers');
    const before = await customers();
    const [from, to, encoded = '', signature] = seal({ instance: await instanceOf(first) }).split('.');
    const envelope = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as { operation: object };
    const changed = {
      ...envelope,
      operation: { ...envelope.operation, principal: { ...principal, scopes: ['operator'] } },
    };
    const header = [from, to, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
    expectRefused(await create(first, header));
    expect(await customers()).toBe(before);
  });

  it('takes a good one once: not again, and not at another replica', async () => {
    const [first, second] = [processOf('customers'), processOf('customers', 1)];
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
    const first = processOf('customers');
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
