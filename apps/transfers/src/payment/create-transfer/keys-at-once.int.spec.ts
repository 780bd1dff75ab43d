import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { newId } from '@halyard/core';
import { startTestService, type TestService } from '@halyard/testing';
import { counts } from '@halyard/testing/counts';
import { World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

const rounds = counts.keysAtOnce;
const AT_ONCE = 50;

describe(`POST /transfers under one key, ${AT_ONCE} times at once in two processes, ${rounds} times over`, () => {
  let services: TestService[];
  let worlds: readonly [World, World];
  let from: FundingSourceFact;
  let to: FundingSourceFact;
  beforeAll(async () => {
    const one = await startTestService(transfersService, { streams: 'postgres' });
    const other = await startTestService(transfersService, { streams: 'postgres', beside: one });
    services = [other, one];
    const world = new World(one);
    worlds = [world, world.in(other)];
    from = await world.fundedBalance(world.account, '1000.00');
    to = world.source(world.customer(), 'balance');
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
  });

  const send = (world: World, key: string, value: string) => {
    const href = ({ fundingSourceId }: FundingSourceFact) => `/funding-sources/${fundingSourceId}`;
    const body = {
      _links: { source: { href: href(from) }, destination: { href: href(to) } },
      amount: { value, currency: 'USD' },
    };
    return world.call('POST', '/transfers', { body, key });
  };
  const sendOften = (key: string, value: string) =>
    Promise.all(Array.from({ length: AT_ONCE }, (_, nth) => send(worlds[nth % 2 === 0 ? 0 : 1], key, value)));

  it('makes one transfer; the others get the same, or 409', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const key = newId();
      const answers = await sendOften(key, '1.00');
      expect(answers.map(({ status }) => status).filter((status) => status !== 201 && status !== 409)).toEqual([]);
      const ids = answers.flatMap(({ body }) => (body.type === 'created' ? [body.resource.id] : []));
      expect(new Set(ids).size).toBe(1);
      for (const world of worlds)
        expect(await send(world, key, '1.00')).toMatchObject({ status: 201, isReplayed: true });
    }
    expect(await worlds[0].balanceOf(to)).toEqual([`${rounds}.00`, `${rounds}.00`]);
  });

  it('refuses what it refuses each time, and the key is free then in both', async () => {
    const [, before] = await worlds[0].balanceOf(to);
    for (let round = 0; round < rounds; round += 1) {
      const key = newId();
      const statuses = (await sendOften(key, '5000.00')).map(({ status }) => status);
      expect(statuses.filter((status) => status !== 400 && status !== 409)).toEqual([]);
      expect(statuses).toContain(400);
      expect((await send(worlds[round % 2 === 0 ? 0 : 1], key, '1.00')).status).toBe(201);
    }
    expect(await worlds[1].balanceOf(to)).toEqual(Array(2).fill(`${Number(before) + rounds}.00`));
  });
});
