import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { clockPage, type ClockStep } from '@halyard/contracts/sandbox-clock';
import { DomainError, newId } from '@halyard/core';
import { applicationPrincipal, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { attributesOf, CLOCK_ROUTES, ClockWorld, ClockWorlds, linksOf } from '../../../test/clock-world.js';
import { faultsOf, World } from '../../../test/world.js';
import { transfersService } from '../../transfers.module.js';

const START = '2026-03-02T18:00:00.000Z';
const DAY_MS = 86_400_000;

describe('the clock of an account', () => {
  let service: TestService;
  let worlds: ClockWorlds;
  let world: ClockWorld;
  beforeAll(async () => {
    service = await startTestService(transfersService);
    worlds = new ClockWorlds(service);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    service.clock.set(new Date(START));
    world = new ClockWorld(service, applicationPrincipal(), worlds);
  });

  const changed = async (body: object) => attributesOf(await world.change(body));
  /** The steps that another service was told of. */
  const told = (): readonly ClockStep[] =>
    service.services.calls
      .filter(({ service: to, method, path }) => to === 'auth' && method === 'PUT' && path.endsWith(world.accountId))
      .map(({ body }) => body as ClockStep);

  it('is real at first', async () => {
    const answer = await world.call('GET', '/sandbox-clock');
    expect(attributesOf(answer)).toEqual({
      now: START,
      mode: 'real',
      banks: 'on-request',
      status: 'ready',
      aheadSeconds: 0,
    });
    const links = ['account', 'advances', 'edit', 'advance', 'quiet', 'bank-behavior', 'bank-files'];
    expect(linksOf(answer)).toEqual(links);
    expect(told()).toEqual([]);
  });

  it('tells what is due next, also while it is real', async () => {
    world.due.add('2026-03-02T19:00:00.000Z');
    expect(await world.clock()).toMatchObject({ nextDue: { at: '2026-03-02T19:00:00.000Z', what: 'balance-inquiry' } });
  });

  it('stands while it is frozen, and goes on from there while it is running', async () => {
    expect(await changed({ mode: 'frozen' })).toMatchObject({ mode: 'frozen', banks: 'on-time', now: START });
    service.clock.advance(10 * DAY_MS);
    expect(await world.clock()).toMatchObject({ now: START, aheadSeconds: -10 * 86_400 });
    expect(await changed({ mode: 'running' })).toMatchObject({ mode: 'running', now: START });
    service.clock.advance(1_500);
    expect(await world.clock()).toMatchObject({ now: '2026-03-02T18:00:01.500Z', aheadSeconds: -10 * 86_400 });
    expect(await changed({ mode: 'frozen' })).toMatchObject({ mode: 'frozen', now: '2026-03-02T18:00:01.500Z' });
  });

  it('has banks on time once it is not real, unless the request says otherwise', async () => {
    expect((await changed({ mode: 'frozen', banks: 'on-request' }))['banks']).toBe('on-request');
    expect((await changed({ mode: 'running' }))['banks']).toBe('on-request');
    expect((await changed({ banks: 'on-time' }))['banks']).toBe('on-time');
  });

  it('has banks on time also while it is real, if they shall be', async () => {
    expect(await changed({ banks: 'on-time' })).toMatchObject({ mode: 'real', banks: 'on-time' });
    expect(await changed({ banks: 'on-request' })).toMatchObject({ mode: 'real', banks: 'on-request' });
    expect(told().map(({ mode, banks }) => [mode, banks])).toEqual([
      ['real', 'on-time'],
      ['real', 'on-request'],
    ]);
  });

  it('makes no step when nothing changes', async () => {
    await changed({ mode: 'real' });
    expect(told()).toEqual([]);
    await changed({ mode: 'frozen' });
    const steps = told().length;
    await changed({ mode: 'frozen' });
    await changed({ banks: 'on-time' });
    expect(told()).toHaveLength(steps);
  });

  it('is stopped everywhere before it takes its new time: nothing bears a later one', async () => {
    service.services.answer(CLOCK_ROUTES.tell, ({ body }) => {
      // The system goes on while services are told.
      if ((body as ClockStep).accountId === world.accountId) service.clock.advance(100);
      return { type: 'fact', fact: null };
    });
    await changed({ mode: 'frozen' });
    service.services.answer(CLOCK_ROUTES.tell, { type: 'fact', fact: null });
    const [stopped, frozen] = told();
    expect(stopped).toMatchObject({ step: 1, mode: 'frozen', isAdvancing: true, at: START });
    // Four services were told of the first step, each of which took 100 ms.
    expect(frozen).toMatchObject({ step: 2, mode: 'frozen', isAdvancing: false, at: '2026-03-02T18:00:00.400Z' });
    expect((await world.clock())['now']).toBe(frozen?.at);
  });

  it('is real again once it was advanced to the time of the system', async () => {
    await changed({ mode: 'frozen' });
    service.clock.advance(600 * DAY_MS);
    world.due.add('2026-04-02T18:00:00.000Z');
    world.due.failing = 'the bank is away';
    const answer = await world.change({ mode: 'real' });
    expect(attributesOf(answer)).toMatchObject({ mode: 'frozen', status: 'advancing' });
    expect(linksOf(answer)).toContain('current-advance');
    world.due.failing = undefined;
    await until('it is real', async () => (await world.clock())['mode'] === 'real');
    expect(await world.clock()).toMatchObject({ status: 'ready', banks: 'on-request', aheadSeconds: 0 });
    expect(world.due.did).toEqual([['2026-04-02T18:00:00.000Z', '2026-04-02T18:00:00.000Z']]);
    const { body } = await world.call('GET', '/sandbox-clock/advances');
    expect(
      body.type === 'collection' && body.items.map(({ attributes }) => [attributes['status'], attributes['moments']]),
    ).toEqual([['done', 1]]);
  });

  it('stays what it was when its way back to real time is stopped', async () => {
    await changed({ mode: 'frozen' });
    service.clock.advance(60 * DAY_MS);
    world.due.add('2026-04-02T18:00:00.000Z');
    world.due.failing = 'the bank is away';
    const { body } = await world.change({ mode: 'real', banks: 'on-time' });
    const id = (body.type === 'resource' && body.links['current-advance']?.id) || '';
    await until('it is held', async () => (await world.advance(id))['held'] !== undefined);
    await world.call('POST', `/sandbox-clock/advances/${id}`, { body: {} });
    expect((await world.ended(id))['status']).toBe('stopped');
    expect(await world.clock()).toMatchObject({ mode: 'frozen', now: '2026-04-02T18:00:00.000Z' });
  });

  it('is real again from a running clock that is neither ahead nor behind', async () => {
    await changed({ mode: 'running' });
    await world.change({ mode: 'real' });
    await until('it is real', async () => (await world.clock())['mode'] === 'real');
  });

  it('never goes back: one that is ahead does not become real', async () => {
    await changed({ mode: 'frozen' });
    await world.advanced({ by: 'P1D' });
    expect(faultsOf(await world.change({ mode: 'real' }))).toEqual(['Invalid /mode']);
    expect(await world.clock()).toMatchObject({ mode: 'frozen', status: 'ready' });
  });

  it.each<[string, object, string[]]>([
    ['nothing', {}, ['Required /mode']],
    ['a time alone', { now: '2030-01-01T00:00:00Z' }, ['Required /mode']],
    ['a time and banks', { now: '2030-01-01T00:00:00Z', banks: 'on-time' }, ['Required /mode']],
    ['a time that is real', { mode: 'real', now: '2030-01-01T00:00:00Z' }, ['NotAllowed /now']],
    ['a time that is none', { mode: 'frozen', now: 'soon' }, ['InvalidFormat /now']],
    ['a time before 2000', { mode: 'frozen', now: '1999-12-31T23:59:59.999Z' }, ['Invalid /now']],
    ['a time after 2100', { mode: 'frozen', now: '2100-01-01T00:00:00.001Z' }, ['Invalid /now']],
    ['another mode', { mode: 'stopped' }, ['Invalid /mode']],
    ['other banks', { banks: 'never' }, ['Invalid /banks']],
  ])('refuses %s', async (_, body, faults) => {
    expect(faultsOf(await world.change(body))).toEqual(faults);
    expect(told()).toEqual([]);
  });

  it.each(['2000-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'])('begins at %s', async (now) => {
    expect(await changed({ mode: 'frozen', now })).toMatchObject({ now, mode: 'frozen', banks: 'on-time' });
    expect(await changed({ mode: 'running', now: START })).toMatchObject({ now: START, mode: 'running' });
    expect(await changed({ mode: 'frozen', now: '2099-06-01T12:00:00-05:00' })).toMatchObject({
      now: '2099-06-01T17:00:00.000Z',
    });
  });

  it('says that it begins at the time that a request sets, and at no other', async () => {
    await changed({ mode: 'frozen' });
    await changed({ mode: 'frozen', now: '2020-01-01T00:00:00Z' });
    expect(told().map(({ step, begins }) => [step, begins])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
      [4, true],
    ]);
  });

  const forbidden = { status: 403, body: { code: 'InvalidResourceState' } };

  it('does not begin anew once the account has a customer or a bank', async () => {
    world.isUsed = true;
    expect(await world.change({ mode: 'frozen', now: '2030-01-01T00:00:00Z' })).toMatchObject(forbidden);
    expect(told()).toEqual([]);
    expect(await world.clock()).toMatchObject({ mode: 'real' });
  });

  it('does not begin anew once the account has a transfer', async () => {
    const payer = new World(service, world.principal);
    const customer = payer.customer();
    await payer.transfer(payer.source(customer, 'bank'), payer.source(customer, 'balance'), '5.00');
    expect(await world.change({ mode: 'frozen', now: '2030-01-01T00:00:00Z' })).toMatchObject(forbidden);
  });

  it.each<[string, object, object]>([
    ['real', {}, { mode: 'real', now: START }],
    ['frozen', { mode: 'frozen' }, { mode: 'frozen', now: START }],
    ['running', { mode: 'running' }, { mode: 'running', now: START }],
  ])('goes on as before when a customer slips in while its time is set: %s', async (_, first, after) => {
    if (Object.keys(first).length > 0) await changed(first);
    let asked = 0;
    Object.defineProperty(world, 'isUsed', { get: () => (asked += 1) > 2 });
    const key = newId();
    const body = { mode: 'frozen', now: '2030-01-01T00:00:00Z' };
    expect(await world.change(body, { key })).toMatchObject(forbidden);
    expect(await world.clock()).toMatchObject({ ...after, status: 'ready' });
    expect(await world.change(body, { key })).toMatchObject(forbidden);
  });

  it('is changed once by a request with a key, however often that is sent', async () => {
    const key = newId();
    const answer = await world.change({ mode: 'frozen' }, { key });
    await changed({ mode: 'running' });
    const again = await world.change({ mode: 'frozen' }, { key });
    expect(again).toEqual({ ...answer, isReplayed: true });
    expect((await world.clock())['mode']).toBe('running');
  });

  it('goes on with a step whose services could not all be told, by a repeat under the same key', async () => {
    const key = newId();
    service.services.answer(CLOCK_ROUTES.tell, new DomainError('ServiceUnavailable'));
    expect((await world.change({ mode: 'frozen' }, { key })).status).toBe(503);
    const other = await world.change({ mode: 'running' });
    expect(other).toMatchObject({ status: 409, body: { code: 'Conflict', retryAfterSeconds: 1 } });
    service.services.answer(CLOCK_ROUTES.tell, { type: 'fact', fact: null });
    expect(attributesOf(await world.change({ mode: 'frozen' }, { key }))).toMatchObject({ mode: 'frozen' });
    expect(await world.clock()).toMatchObject({ mode: 'frozen', now: START });
  });

  it('goes on by itself with a step that a process left', async () => {
    service.services.answer(CLOCK_ROUTES.tell, new DomainError('ServiceUnavailable'));
    expect((await world.change({ mode: 'frozen' })).status).toBe(503);
    service.services.answer(CLOCK_ROUTES.tell, { type: 'fact', fact: null });
    service.clock.advance(3_000);
    await until('the step holds', async () => (await feed()).some(({ accountId }) => accountId === world.accountId));
    expect(await world.clock()).toMatchObject({ mode: 'frozen', status: 'ready' });
  });

  it('is changed by the next request, if a step was left', async () => {
    service.services.answer(CLOCK_ROUTES.tell, new DomainError('ServiceUnavailable'));
    expect((await world.change({ mode: 'frozen' })).status).toBe(503);
    service.services.answer(CLOCK_ROUTES.tell, { type: 'fact', fact: null });
    service.clock.advance(2_000);
    expect(await changed({ mode: 'running' })).toMatchObject({ mode: 'running' });
  });

  it('is changed by one of two requests that come at once, through two processes', async () => {
    const beside = await startTestService(transfersService, { beside: service });
    const there = new ClockWorld(beside, world.principal, worlds);
    const answers = await Promise.all([
      world.change({ mode: 'frozen' }),
      there.change({ mode: 'running' }),
      world.begin({ by: 'P1D' }),
      there.begin({ by: 'P2D' }),
    ]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThanOrEqual(1);
    expect(statuses.filter((status) => status >= 300 && status !== 409)).toEqual([]);
    expect(statuses.filter((status) => status === 201).length).toBeLessThanOrEqual(1);
    await until('it is ready', async () => (await world.clock())['status'] === 'ready');
    await beside.stop();
  });

  async function feed(after = 0): Promise<readonly ClockStep[]> {
    const { body } = await service.call('GET', '/internal/account-clocks', {
      principal: servicePrincipal('gateway'),
      query: { after: String(after) },
    });
    return clockPage.parse(body.type === 'fact' && body.fact).steps;
  }
});
