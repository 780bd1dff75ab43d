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
    expect(answers.map(({ body }) => (body.document === 'resource' ? body.attributes['amount'] : undefined))).toEqual(
      asked.map((id) => (ids.includes(id) ? { value: `${ids.indexOf(id) + 1}.00`, currency: 'USD' } : undefined)),
    );
    const strangers = await Promise.all(ids.map((id) => stranger.call('GET', `/transfers/${id}`)));
    expect(new Set(strangers.map(({ status }) => status))).toEqual(new Set([404]));
  });
});
