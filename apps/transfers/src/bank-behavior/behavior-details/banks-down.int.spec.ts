import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

const BANK = '222222226';

let service: TestService;
let world: World;
beforeAll(async () => {
  service = await startTestService(transfersService);
  world = new World(service);
  const outages = [{ routingNumber: BANK, from: '2026-01-02T00:00:00Z', to: '2026-01-03T00:00:00Z' }];
  await world.call('POST', '/sandbox-bank-behavior', { body: { outages } });
});
afterAll(() => service.stop());

const ask = (body: unknown, { by = servicePrincipal('funding-sources'), of = service } = {}) =>
  of.call('POST', '/internal/bank-outages', { principal: by, body });
const question = (at: string, accountId = world.accountId) => ({ accountId, at });

it.each([
  ['2026-01-01T23:59:59.999Z', []],
  ['2026-01-02T00:00:00.000Z', [BANK]],
  ['2026-01-02T23:59:59.999Z', [BANK]],
  ['2026-01-03T00:00:00.000Z', []],
])('tells funding-sources which banks are down at %s', async (at, routingNumbers) => {
  expect((await ask(question(at))).body).toEqual({ type: 'fact', fact: { routingNumbers } });
});

it('tells of no other account', async () => {
  const { body } = await ask(question('2026-01-02T00:00:00.000Z', newId()));
  expect(body).toEqual({ type: 'fact', fact: { routingNumbers: [] } });
});

it('answers nobody else, nothing that is no question, and nothing in production', async () => {
  const asked = question('2026-01-02T00:00:00.000Z');
  const production = await startTestService(transfersService, {
    env: { ENVIRONMENT: 'production', BANK_PARTNER: 'simulated' },
  });
  const answers = [
    await ask(asked, { by: servicePrincipal('webhooks') }),
    await ask({ ...asked, at: 'now' }),
    await ask(asked, { of: production }),
  ];
  await production.stop();
  expect(answers.map(({ status }) => status)).toEqual([403, 400, 404]);
});
