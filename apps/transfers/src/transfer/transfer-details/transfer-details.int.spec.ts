import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

describe('GET /transfers/{id}', () => {
  let service: TestService;
  let world: World;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    world = new World(service);
  });
  afterAll(() => service.stop());

  it('answers each of many who ask at once with what is theirs, and nobody with what is not', async () => {
    const stranger = new World(service);
    const [bank, balance] = [world.source(world.account, 'bank'), world.source(world.account, 'balance')];
    const ids = await Promise.all(Array.from({ length: 20 }, (_, n) => world.transfer(bank, balance, `${n + 1}.00`)));
    const asked = [...ids, newId(), ...ids];
    const answers = await Promise.all(asked.map((id) => world.call('GET', `/transfers/${id}`)));
    expect(answers.map(({ status }) => status)).toEqual(asked.map((id) => (ids.includes(id) ? 200 : 404)));
    expect(answers.map(({ body }) => (body.type === 'resource' ? body.attributes['amount'] : undefined))).toEqual(
      asked.map((id) => (ids.includes(id) ? { value: `${ids.indexOf(id) + 1}.00`, currency: 'USD' } : undefined)),
    );
    const strangers = await Promise.all(ids.map((id) => stranger.call('GET', `/transfers/${id}`)));
    expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([404]));
  });

  it.each([
    ['with its main transfer, by the bank that returned that', 'R08'],
    ['alone, by its own', 'R01'],
  ] as const)('says of a fee that failed %s', async (_, code) => {
    const [sender, plain] = [world.customer(), world.customer({ type: 'receive-only', status: 'unverified' })];
    const [from, to] = [world.source(sender, 'bank'), world.source(plain, 'bank')];
    const href = `/customers/${sender.partyId}`;
    const fees = [{ _links: { 'charge-to': { href } }, amount: { value: '1.00', currency: 'USD' } }];
    const main = await world.transfer(from, to, '5.00', { fees });
    for (let time = 0; time < 3; time += 1) await world.simulate();
    const { body } = await world.call('GET', `/transfers/${main}/fees`);
    const fee = body.type === 'collection' ? (body.items[0]?.id ?? '') : '';
    const [returned, bank] = code === 'R08' ? [main, to] : [fee, from];
    const late = { action: 'lateReturn', code };
    expect((await world.call('POST', `/transfers/${returned}/simulation`, { body: late })).status).toBe(200);
    expect((await world.call('GET', `/transfers/${fee}/failure`)).body).toMatchObject({
      attributes: { code },
      links: { 'failed-funding-source': { id: bank.fundingSourceId }, customer: { id: bank.ownerId } },
    });
  });
});
