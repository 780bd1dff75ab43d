import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ClockPage, clockPage, clockStep } from '@halyard/contracts/sandbox-clock';
import { applicationPrincipal, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { ClockWorld, ClockWorlds } from '../../../test/clock-world.js';
import { transfersService } from '../../transfers.module.js';

const gateway = { principal: servicePrincipal('gateway') };

describe('the feed of steps', () => {
  let service: TestService;
  let worlds: ClockWorlds;
  let world: ClockWorld;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    worlds = new ClockWorlds(service);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new ClockWorld(service, applicationPrincipal(), worlds);
  });

  async function read(after: number, wait = 0, of = service): Promise<ClockPage> {
    const query = { after: String(after), wait: String(wait) };
    const { body } = await of.call('GET', '/internal/account-clocks', { ...gateway, query });
    return clockPage.parse(body.type === 'fact' && body.fact);
  }
  async function end(): Promise<number> {
    let number = 0;
    for (let page = await read(0); page.steps.length > 0; page = await read(number)) ({ number } = page);
    return number;
  }

  it('has the last step of each account, in the order in which they began to hold', async () => {
    const after = await end();
    const other = new ClockWorld(service, applicationPrincipal(), worlds);
    await world.change({ mode: 'frozen' });
    await other.change({ mode: 'frozen' });
    await world.change({ mode: 'running' });
    const page = await read(after);
    expect(page.steps.map(({ accountId, mode }) => [accountId, mode])).toEqual([
      [other.accountId, 'frozen'],
      [world.accountId, 'running'],
    ]);
    expect(page).toMatchObject({ isReset: false });
    expect(await read(page.number)).toEqual({ number: page.number, steps: [], isReset: false });
  });

  it('answers a request that waits as soon as a step holds, also through another process', async () => {
    const beside = await startTestService(transfersService, { beside: service });
    const after = await end();
    const [here, there] = [read(after, 25), read(after, 25, beside)];
    await world.change({ mode: 'frozen' });
    for (const { steps } of await Promise.all([here, there]))
      expect(steps).toMatchObject([{ accountId: world.accountId }]);
    await beside.stop();
  });

  it('begins again if it has never reached the number', async () => {
    expect(await read((await end()) + 100)).toEqual({ number: 0, steps: [], isReset: true });
  });

  it('tells the step of one account, unless that has always been real', async () => {
    const path = `/internal/account-clocks/${world.accountId}`;
    expect((await service.call('GET', path, gateway)).status).toBe(404);
    await world.change({ mode: 'frozen' });
    const { body } = await service.call('GET', path, gateway);
    expect(clockStep.parse(body.type === 'fact' && body.fact)).toMatchObject({ mode: 'frozen', isAdvancing: false });
  });

  it('shows gateways each step of an advance, the last of which ends it', async () => {
    await world.change({ mode: 'frozen' });
    world.due.add('2026-03-03T00:00:00.000Z');
    const seen: string[] = [];
    let after = await end();
    const advance = world.advanced({ by: 'P1D' });
    for (let isOver = false; !isOver;) {
      const page = await read(after, 25);
      after = page.number;
      for (const { at, isAdvancing } of page.steps) {
        if (seen.at(-1) !== at) seen.push(at);
        isOver ||= seen.length > 1 && !isAdvancing;
      }
    }
    await advance;
    expect([...seen].sort()).toEqual(seen);
    expect(seen.at(-1)).toBe('2026-03-03T18:00:00.000Z');
  });

  it('is for gateways only', async () => {
    expect((await service.call('GET', '/internal/account-clocks')).status).toBe(404);
    const principal = servicePrincipal('webhooks');
    expect((await service.call('GET', '/internal/account-clocks', { principal })).status).toBe(403);
  });
});
