import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ClockStep } from '@halyard/contracts/sandbox-clock';
import { newId } from '@halyard/core';
import { applicationPrincipal, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { attributesOf, CLOCK_ROUTES, ClockWorld, ClockWorlds, createdIn, linksOf } from '../../../test/clock-world.js';
import { faultsOf } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';
import { AdvancePatience } from '../run-advances/advance-run.js';

const START = '2026-03-02T18:00:00.000Z';
const DAY_1 = '2026-03-03T18:00:00.000Z';
const DAY_2 = '2026-03-04T18:00:00.000Z';

describe('an advance of a clock', () => {
  let service: TestService;
  let worlds: ClockWorlds;
  let world: ClockWorld;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    worlds = new ClockWorlds(service);
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    world = new ClockWorld(service, applicationPrincipal(), worlds);
    attributesOf(await world.change({ mode: 'frozen' }));
  });

  /** An advance that does not get beyond something due. */
  async function held(body: object = { by: 'P2D' }, due = DAY_1): Promise<string> {
    world.due.add(due);
    world.due.failing = 'the bank is away';
    const id = createdIn(await world.begin(body));
    await until('it is held', async () => (await world.advance(id))['held'] !== undefined);
    return id;
  }

  it('does each thing that is due at its own time, also what is due at its end', async () => {
    world.due.add('2026-03-03T00:00:00.000Z', '2026-03-04T00:00:00.000Z', '2026-03-04T00:00:00.000Z', DAY_2);
    world.due.add('2026-03-04T18:00:00.001Z');
    expect(await world.advanced({ by: 'P2D' })).toMatchObject({
      status: 'done',
      from: START,
      to: DAY_2,
      reached: DAY_2,
      moments: 3,
      did: { submitted: 0, settled: 0, returned: 0, corrected: 0, other: 4 },
      slow: 0,
    });
    expect(world.due.did).toHaveLength(4);
    for (const [due, at] of world.due.did) expect(at).toBe(due);
    expect(await world.clock()).toEqual({
      now: DAY_2,
      mode: 'frozen',
      banks: 'on-time',
      status: 'ready',
      aheadSeconds: 2 * 86_400,
      nextDue: { at: '2026-03-04T18:00:00.001Z', what: 'balance-inquiry' },
    });
  });

  it('also does what a moment makes due before its end', async () => {
    const { due } = world;
    due.add(DAY_1);
    due.onDone = () => due.add('2026-03-03T22:00:00.000Z');
    const advance = await world.advanced({ by: 'P2D' });
    expect(advance['moments']).toBe(2);
    expect(due.did.map(([, at]) => at)).toEqual([DAY_1, '2026-03-03T22:00:00.000Z']);
  });

  it('misses nothing that a request makes due while it leaves a moment', async () => {
    let isMade = false;
    service.services.answer(CLOCK_ROUTES.tell, ({ path, body }) => {
      if (!isMade && path.endsWith(world.accountId) && (body as ClockStep).at === DAY_2) {
        isMade = true;
        world.due.add(DAY_1);
      }
      return { type: 'fact', fact: null };
    });
    expect(await world.advanced({ by: 'P2D' })).toMatchObject({ moments: 1, reached: DAY_2 });
    expect(world.due.did).toEqual([[DAY_1, DAY_1]]);
  });

  it('leads to what is due next', async () => {
    world.due.add(DAY_1, DAY_2);
    expect(await world.advanced({ toNext: 'due' })).toMatchObject({ reached: DAY_1, moments: 1 });
    expect(await world.advanced({ toNext: 'standard-cut-off' })).toMatchObject({ reached: '2026-03-03T22:00:00.000Z' });
  });

  it.each<[string, object, string[]]>([
    ['without a goal', {}, ['Required /to']],
    ['with two goals', { to: DAY_1, by: 'P1D' }, ['Invalid /by']],
    ['to the present', { to: START }, ['Invalid /to']],
    ['by months', { by: 'P1M' }, ['InvalidFormat /by']],
    ['to no moment', { to: '2026-03-03' }, ['InvalidFormat /to']],
    ['to more than milliseconds', { to: '2026-03-03T18:00:00.0001Z' }, ['InvalidFormat /to']],
    ['to the next of something else', { toNext: 'monday' }, ['Invalid /toNext']],
    ['to what is due, when nothing is', { toNext: 'due' }, ['Invalid /toNext']],
    ['for something else than webhooks', { by: 'P1D', waitFor: 'mails' }, ['Invalid /waitFor']],
    [
      'with several faults',
      { to: 1, by: 2, waitFor: 3 },
      ['InvalidFormat /by', 'InvalidFormat /to', 'Invalid /waitFor', 'Invalid /by'],
    ],
  ])('%s is refused', async (_, body, faults) => {
    expect(faultsOf(await world.begin(body))).toEqual(faults);
    expect((await world.clock())['status']).toBe('ready');
  });

  it.each(['31', '-1', '1.5', 'soon'])('does not wait for %s seconds', async (wait) => {
    expect(faultsOf(await world.begin({ by: 'P1D' }, { query: { wait } }))).toEqual(['Invalid /query/wait']);
    const id = newId();
    expect(faultsOf(await world.call('GET', `/sandbox-clock/advances/${id}`, { query: { wait } }))).toEqual([
      'Invalid /query/wait',
    ]);
  });

  it('refuses parameters that nobody knows', async () => {
    const query = { waits: '1' };
    const paths = ['/sandbox-clock', '/sandbox-clock/advances', `/sandbox-clock/advances/${newId()}`];
    for (const path of paths)
      expect(faultsOf(await world.call('GET', path, { query }))).toEqual(['NotAllowed /query/waits']);
    expect(faultsOf(await world.begin({ by: 'P1D' }, { query }))).toEqual(['NotAllowed /query/waits']);
    expect(faultsOf(await world.change({ mode: 'frozen' }, { query }))).toEqual(['NotAllowed /query/waits']);
  });

  it('freezes a clock that was real, and puts its banks on time', async () => {
    const real = new ClockWorld(service, applicationPrincipal(), worlds);
    expect(await real.advanced({ to: DAY_1 })).toMatchObject({ status: 'done', from: START, reached: DAY_1 });
    expect(await real.clock()).toMatchObject({ mode: 'frozen', banks: 'on-time', now: DAY_1 });
  });

  it('lets a running clock go on from its end', async () => {
    await world.change({ mode: 'running', banks: 'on-request' });
    await world.advanced({ by: 'P1D' });
    expect(await world.clock()).toMatchObject({ mode: 'running', banks: 'on-request', status: 'ready', now: DAY_1 });
    service.clock.advance(1_000);
    expect((await world.clock())['now']).toBe('2026-03-03T18:00:01.000Z');
    service.clock.advance(-1_000);
  });

  it('lasts until it has ended: nothing else changes the clock meanwhile', async () => {
    const id = await held();
    const conflict = {
      status: 409,
      body: { code: 'Conflict', retryAfterSeconds: 1, about: { kind: 'sandbox-clock-advance', id } },
    };
    expect(await world.begin({ by: 'P1D' })).toMatchObject(conflict);
    expect(await world.change({ mode: 'running' })).toMatchObject(conflict);
    expect(await world.change({ banks: 'on-request' })).toMatchObject(conflict);
    const clock = await world.call('GET', '/sandbox-clock');
    expect(attributesOf(clock)).toMatchObject({ status: 'advancing', now: DAY_1, target: DAY_2, mode: 'frozen' });
    const others = ['quiet', 'bank-behavior', 'bank-files'];
    expect(linksOf(clock)).toEqual(['account', 'advances', 'current-advance', ...others]);
    world.due.failing = undefined;
    await world.ended(id);
    const ready = await world.call('GET', '/sandbox-clock');
    expect(linksOf(ready)).toEqual(['account', 'advances', 'edit', 'advance', ...others]);
  });

  it('says what holds it, since when and why, and goes on by itself', async () => {
    const id = await held();
    const answer = await world.call('GET', `/sandbox-clock/advances/${id}`);
    expect(attributesOf(answer)).toMatchObject({
      status: 'advancing',
      reached: DAY_1,
      moments: 0,
      held: { what: 'balance-inquiry', since: START, cause: 'the bank is away' },
    });
    expect(linksOf(answer)).toEqual(['clock', 'events', 'stop']);
    world.due.failing = undefined;
    const ended = await world.ended(id);
    expect(ended).toMatchObject({ status: 'done', moments: 1, reached: DAY_2 });
    expect(ended['held']).toBeUndefined();
  });

  it('stops at once where it is held, and the clock stands there', async () => {
    const id = await held();
    const path = `/sandbox-clock/advances/${id}`;
    expect((await world.call('POST', path, { body: {} })).status).toBe(200);
    expect(await world.ended(id)).toMatchObject({ status: 'stopped', reached: DAY_1, to: DAY_2, moments: 0 });
    expect(await world.clock()).toMatchObject({ status: 'ready', mode: 'frozen', now: DAY_1 });
    expect(await world.call('POST', path, { body: {} })).toMatchObject({
      status: 403,
      body: { code: 'InvalidResourceState' },
    });
  });

  it('is held by a parked message of the account', async () => {
    world.waitingFor = () => [{ what: 'parked', count: 1 }];
    const id = createdIn(await world.begin({ by: 'P2D' }));
    await until('it is held', async () => (await world.advance(id))['held'] !== undefined);
    expect((await world.advance(id))['held']).toMatchObject({ what: 'parked', since: START });
    world.waitingFor = () => [];
    expect((await world.ended(id))['status']).toBe('done');
  });

  it('does not leave a moment before all is done that follows from it', async () => {
    let asked = 0;
    world.due.add(DAY_1);
    world.waitingFor = () => {
      if (world.due.next) return [];
      asked += 1;
      if (asked < 5) return [{ what: 'payment', count: 1 }];
      world.waitingFor = () => [];
      expect(timesTold()).toBe(DAY_1);
      return [];
    };
    const timesTold = () =>
      service.services.calls.findLast(({ method, path }) => method === 'PUT' && path.endsWith(world.accountId))
        ?.body as { at?: string };
    expect((await world.advanced({ by: 'P2D' }))['status']).toBe('done');
    expect(asked).toBe(5);
  });

  it('waits for webhooks only if it is asked to, and leaves a moment at which they are too slow', async () => {
    const patience = service.get(AdvancePatience);
    const { webhooksMs } = patience;
    Object.assign(patience, { webhooksMs: 30 });
    world.waitingFor = (deliveries) => (deliveries ? [{ what: 'delivery', count: 1 }] : []);
    world.due.add(DAY_1);
    expect(await world.advanced({ to: DAY_1 })).toMatchObject({ slow: 0, moments: 1 });
    world.due.add(DAY_2);
    const slow = await world.advanced({ to: DAY_2, waitFor: 'webhooks' });
    Object.assign(patience, { webhooksMs });
    // It waited where it began, at the moment, and at no other.
    expect(slow).toMatchObject({ status: 'done', slow: 2, moments: 1 });
  });

  it('tells the events that it caused', async () => {
    world.events = 7;
    expect((await world.advanced({ by: 'P1D' }))['events']).toBeUndefined();
    world.due.add(DAY_2);
    world.due.onDone = () => (world.events = 12);
    expect((await world.advanced({ by: 'P1D' }))['events']).toEqual({ first: 8, last: 12 });
  });

  it('does everything under the trace of its request', async () => {
    const trace = newId().replaceAll('-', '');
    world.due.add(DAY_1);
    await world.advanced({ by: 'P2D' }, { traceparent: `00-${trace}-0af7651916cd43dd-01` });
    const runs = service.services.calls.filter(
      ({ path }) => path === `/internal/account-clocks/${world.accountId}/due-runs`,
    );
    expect(runs.length).toBeGreaterThan(0);
    for (const { operation } of runs) expect(operation.traceparent?.split('-')[1]).toBe(trace);
  });

  it('is one and the same for each repeat with its key, which waits as long', async () => {
    const key = newId();
    world.due.add(DAY_1);
    world.due.failing = 'the bank is away';
    const first = world.begin({ by: 'P2D' }, { key, query: { wait: '30' } });
    await until('it has begun', async () => (await world.clock())['status'] === 'advancing');
    const again = await world.begin({ by: 'P2D' }, { key });
    expect(again.isReplayed).toBe(true);
    const waiting = world.begin({ by: 'P2D' }, { key, query: { wait: '30' } });
    world.due.failing = undefined;
    const ids = [createdIn(await first), createdIn(again), createdIn(await waiting)];
    expect(new Set(ids).size).toBe(1);
    expect((await world.advance(ids[0] ?? ''))['status']).toBe('done');
    expect(createdIn(await world.begin({ by: 'P2D' }, { key }))).toBe(ids[0]);
    const { body } = await world.call('GET', '/sandbox-clock/advances');
    expect(body.type === 'collection' && body.total).toBe(1);
  });

  it('is listed in pages, the newest first, and only for its account', async () => {
    const ids: unknown[] = [];
    for (const by of ['PT1H', 'PT2H', 'PT3H']) ids.unshift((await world.advanced({ by }))['id']);
    const listed = async (query: Readonly<Record<string, string>>, of = world) => {
      const { body } = await of.call('GET', '/sandbox-clock/advances', { query });
      if (body.type !== 'collection') throw new Error(JSON.stringify(body));
      return [body.total, body.items.map(({ id }) => id)];
    };
    expect(await listed({ limit: '2' })).toEqual([3, ids.slice(0, 2)]);
    expect(await listed({ limit: '2', offset: '2' })).toEqual([3, ids.slice(2)]);
    const other = new ClockWorld(service, applicationPrincipal(), worlds);
    expect(await listed({}, other)).toEqual([0, []]);
    expect((await other.call('GET', `/sandbox-clock/advances/${String(ids[0])}`)).status).toBe(404);
    expect((await other.call('POST', `/sandbox-clock/advances/${String(ids[0])}`, { body: {} })).status).toBe(404);
  });

  it('is read at its end by a request that waits for it', async () => {
    const id = await held();
    const read = world.call('GET', `/sandbox-clock/advances/${id}`, { query: { wait: '30' } });
    world.due.failing = undefined;
    expect(attributesOf(await read)['status']).toBe('done');
  });

  it('does not exist in production', async () => {
    const production = await startTestService(transfersService, {
      env: { ENVIRONMENT: 'production', BANK_PARTNER: 'simulated' },
    });
    for (const [method, path] of [
      ['GET', '/sandbox-clock'],
      ['POST', '/sandbox-clock'],
      ['GET', '/sandbox-clock/advances'],
      ['POST', '/sandbox-clock/advances'],
      ['GET', `/sandbox-clock/advances/${newId()}`],
      ['POST', `/sandbox-clock/advances/${newId()}`],
    ] as const)
      expect((await production.call(method, path, { body: method === 'POST' ? {} : undefined })).status).toBe(404);
    await production.stop();
  });
});
