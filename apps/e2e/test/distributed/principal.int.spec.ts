// Runs: distributed
import { type Principal, type ServiceName, serviceNames, serviceRoutes } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { loadIdentities } from '@halyard/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { personalCustomer } from '../support/journeys.js';
import { carrying, INSTANCE_HEADER, PastTheGateway, REFUSED, type SealOptions } from '../support/past-the-gateway.js';
import { SharedSuite } from '../support/shared-suite.js';

/** Across a restart of its process: supervision.int.spec.ts. */
describe('a service that is called by itself, past the gateway', () => {
  let shared: SharedSuite;
  let services: PastTheGateway;
  let strangersKeys: string;

  beforeAll(async () => {
    shared = await SharedSuite.join('past the gateway');
    services = await PastTheGateway.of(shared.suite, shared.client);
    strangersKeys = await mkdtemp(join(tmpdir(), 'halyard-strangers-'));
  });

  afterAll(async () => {
    await shared.leave();
    await rm(strangersKeys, { recursive: true });
  });

  it('refuses whoever brings no envelope, and answers the gateway: every process of each service', async () => {
    const { processes } = services;
    for (const each of processes) {
      expect(await services.read(each)).toMatchObject(REFUSED);
      const answer = await services.read(each, services.sealedRead(each, await services.instanceOf(each)));
      expect(answer).toMatchObject({ status: 404, body: { type: 'error' } });
    }
    expect(new Set(processes.map(({ service }) => service)).size).toBe(6);
  });

  it.each<[string, SealOptions | string | undefined]>([
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
    const first = services.processOf('customers');
    const before = await services.customers();
    const instance = await services.instanceOf(first);
    const answer = await services.create(
      first,
      typeof given === 'object' ? services.seal({ ...given, instance }) : given,
    );
    expect(answer).toMatchObject(REFUSED);
    expect(answer.headers[INSTANCE_HEADER]).toBeUndefined();
    expect(await services.customers()).toBe(before);
  });

  const asItself = (service: ServiceName): Principal => ({ kind: 'service', service });

  it.each<[string, () => SealOptions]>([
    ['of another installation', () => ({ by: loadIdentities('gateway', { dir: strangersKeys, env: {} }) })],
    ['of a service that brings a client', () => ({ by: services.identitiesOf('transfers') })],
    ['of a service as the gateway', () => ({ by: services.identitiesOf('transfers'), principal: asItself('gateway') })],
    ['of a service as another', () => ({ by: services.identitiesOf('webhooks'), principal: asItself('transfers') })],
    ['of the gateway as a service', () => ({ principal: asItself('transfers') })],
  ])('refuses an envelope that nobody may seal so, and does nothing: %s', async (_, given) => {
    const first = services.processOf('customers');
    const before = await services.customers();
    const answer = await services.create(
      first,
      services.seal({ ...given(), instance: await services.instanceOf(first) }),
    );
    expect(answer).toMatchObject(REFUSED);
    expect(answer.headers[INSTANCE_HEADER]).toBeUndefined();
    expect(await services.customers()).toBe(before);
  });

  it('answers on each route between services those that it is made for alone', async () => {
    for (const { method, path, owner, callers } of Object.values(serviceRoutes)) {
      const process = services.processOf(owner);
      const others = serviceNames.filter((name) => name !== owner && !callers.some((caller) => caller === name));
      for (const service of others) {
        const target = path.replace(':id', newId());
        const given = { service: owner, method, target, body: '', principal: asItself(service) };
        const envelope = services.seal({
          ...given,
          by: services.identitiesOf(service),
          instance: await services.instanceOf(process),
        });
        const answer = await shared.client.raw(method, `${process.url}${target}`, carrying(envelope));
        expect([service, method, path, answer.status]).toEqual([service, method, path, 403]);
      }
    }
  });

  it('refuses a changed principal under the former signature', async () => {
    const first = services.processOf('customers');
    const before = await services.customers();
    const [from, to, encoded = '', signature] = services
      .seal({ instance: await services.instanceOf(first) })
      .split('.');
    const envelope = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as { operation: { principal: object } };
    const changed = {
      ...envelope,
      operation: { ...envelope.operation, principal: { ...envelope.operation.principal, scopes: ['operator'] } },
    };
    const header = [from, to, Buffer.from(JSON.stringify(changed)).toString('base64url'), signature].join('.');
    expect(await services.create(first, header)).toMatchObject(REFUSED);
    expect(await services.customers()).toBe(before);
  });

  it('takes a good one once: not again, and not at another replica', async () => {
    const [first, second] = [services.processOf('customers'), services.processOf('customers', 1)];
    const before = await services.customers();
    const header = services.seal({ instance: await services.instanceOf(first) });
    expect(await services.create(first, header)).toMatchObject({ status: 201 });
    expect(await services.customers()).toBe(before + 1);

    const again = await services.create(first, header);
    expect(again).toMatchObject(REFUSED);
    expect(again.headers[INSTANCE_HEADER]).toBeUndefined();
    const elsewhere = await services.create(second, header);
    expect(elsewhere).toMatchObject(REFUSED);
    expect(elsewhere.headers[INSTANCE_HEADER]).toBe(await services.instanceOf(second));
    expect(await services.customers()).toBe(before + 1);
  });
});
