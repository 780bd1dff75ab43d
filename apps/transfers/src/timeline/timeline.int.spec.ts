import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ResourcePart } from '@halyard/contracts';
import type { DeliveriesAsked, EventsOfFacts, FactsAsked } from '@halyard/contracts/events';
import { deriveId, DomainError } from '@halyard/core';
import { applicationPrincipal, factAnswer, startTestService, type TestService } from '@halyard/testing';
import { faultsOf, World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';

const EVENTS = 'POST /internal/events/of-facts';
const DELIVERIES = 'POST /internal/deliveries/of-events';
const SUBSCRIPTIONS = ['0195b3a0-0000-7000-8000-00000000000a', '0195b3a0-0000-7000-8000-00000000000b'];

/** An entry, as far as the tests look into it. */
type Shown = ResourcePart['attributes'] & {
  readonly [Name in 'id' | 'cause' | 'kind' | 'status' | 'topic' | 'did' | 'code' | 'because']?: string;
};

/** After everything else. */
const RECORDED = new Date('2999-01-01T00:00:00.000Z');
const YEARS_MS = 1_000 * 365 * 86_400_000;

describe('the timeline of a payment', () => {
  let service: TestService;
  let world: World;
  /** What webhooks was asked last. */
  let asked: DeliveriesAsked | undefined;
  beforeAll(async () => {
    service = await startTestService(transfersService);
  });
  afterAll(() => service.stop());
  beforeEach(() => {
    world = new World(service);
    asked = undefined;
    service.services.answer(EVENTS, ({ body }) => factAnswer(eventsOf(body as FactsAsked)));
    service.services.answer(DELIVERIES, ({ body }) => factAnswer(deliveriesOf(body as DeliveriesAsked)));
  });

  /** An event for each fact, recorded `late` after now. */
  const eventsOf = ({ facts }: FactsAsked, late = 0): EventsOfFacts => ({
    keptSince: '2020-01-01T00:00:00.000Z',
    events: facts.map(({ id, type }, position) => ({
      id: deriveId(id, 'event'),
      fact: id,
      topic: type,
      position,
      at: RECORDED.toISOString(),
      recorded: new Date(RECORDED.getTime() + late).toISOString(),
    })),
  });
  const deliveriesOf = (question: DeliveriesAsked) => {
    asked = question;
    const { events, from = '', limit } = question;
    const all = events.flatMap((event, nth) =>
      SUBSCRIPTIONS.filter((id) => nth > 0 || id >= from).map((subscription, place) => ({
        id: deriveId(event, subscription),
        event,
        subscription,
        sequence: place + 1,
        attempts: [{ timestamp: '2026-03-02T15:00:00.000Z', status: 200, durationMs: 3 }],
        replayed: 0,
      })),
    );
    return { deliveries: all.slice(0, limit) };
  };
  const ask = (path: string, query: Record<string, string> = {}, by = world) => by.call('GET', path, { query });
  const shown = async (path: string, query?: Record<string, string>) => {
    const { body } = await ask(path, query);
    if (body.type !== 'resource') throw new Error(JSON.stringify(body));
    const entries: readonly ResourcePart[] = body.parts?.['entries'] ?? [];
    return { ...body, entries: entries.map(({ attributes }) => attributes as Shown) };
  };
  const pay = async () => {
    const balance = await world.fundedBalance(world.account, '50.00');
    return world.transfer(balance, world.source(world.customer(), 'balance'), '20.00');
  };

  it('is the same for a payment and each of its transfers, and says whose it is', async () => {
    const id = await pay();
    const [ofPayment, ofTransfer] = [await shown(`/payments/${id}/timeline`), await shown(`/transfers/${id}/timeline`)];
    expect(ofTransfer.entries).toEqual(ofPayment.entries);
    expect([ofPayment.attributes, ofTransfer.attributes]).toMatchObject([
      { payment: { href: `/payments/${id}` }, missing: [] },
      { payment: { href: `/payments/${id}` }, transfer: { href: `/transfers/${id}` }, missing: [] },
    ]);
    expect(ofPayment.attributes).not.toHaveProperty('transfer');
    expect(ofPayment.nextQuery).toBeUndefined();
  });

  it('begins with the request, and has what webhooks knows behind its cause', async () => {
    const id = await pay();
    const { entries } = await shown(`/payments/${id}/timeline`);
    expect(entries.map(({ kind, status, topic }) => [kind, status, topic].filter(Boolean).join(' '))).toEqual([
      'request',
      'posting',
      'posting',
      'state pending',
      'state processed',
      ...['event transfers.transfer-created.v1', 'delivery', 'delivery'],
      ...['event transfers.transfer-completed.v1', 'delivery', 'delivery'],
    ]);
    expect(entries[0]).toMatchObject({
      method: 'POST',
      route: '/transfers',
      key: false,
      application: { href: `/applications/${world.principal.applicationId}` },
    });
    expect(entries[5]).toMatchObject({ cause: entries[3]?.['id'], position: 0, event: { 'resource-type': 'event' } });
    expect(entries[6]).toMatchObject({
      cause: entries[5]?.['id'],
      subscription: { href: `/webhook-subscriptions/${SUBSCRIPTIONS[0]}` },
      attempts: [{ status: 200, durationMs: 3, webhook: { 'resource-type': 'webhook' } }],
    });
  });

  it.each([1, 2, 3, 4, 5, 7, 10, 11, 12])('is read in pages of %i, each entry once', async (limit) => {
    const id = await pay();
    const whole = await shown(`/payments/${id}/timeline`);
    const ids: unknown[] = [];
    let query: Record<string, string> = { limit: `${limit}` };
    for (;;) {
      const { entries, nextQuery } = await shown(`/payments/${id}/timeline`, query);
      expect(entries.length).toBeLessThanOrEqual(limit);
      ids.push(...entries.map((entry) => entry['id']));
      if (nextQuery === undefined) break;
      query = Object.fromEntries(new URLSearchParams(nextQuery));
    }
    expect(ids).toEqual(whole.entries.map((entry) => entry['id']));
  });

  it('puts an event that its clock recorded too early behind its cause all the same', async () => {
    service.services.answer(EVENTS, ({ body }) => factAnswer(eventsOf(body as FactsAsked, -YEARS_MS)));
    const { entries } = await shown(`/payments/${await pay()}/timeline`);
    const places = new Map(entries.map((entry, place) => [entry['id'], place]));
    for (const [place, { cause }] of entries.entries()) if (cause) expect(places.get(cause)).toBeLessThan(place);
  });

  it('says that what is no longer kept is missing', async () => {
    service.services.answer(EVENTS, factAnswer({ events: [], keptSince: '2999-01-01T00:00:00.000Z' }));
    const { entries } = await shown(`/payments/${await pay()}/timeline`);
    expect(entries[1]).toMatchObject({ kind: 'dropped', what: 'webhooks', before: '2999-01-01T00:00:00.000Z' });
    expect(entries.filter(({ kind }) => kind === 'dropped')).toHaveLength(1);
  });

  const kindsOf = ({ entries }: { readonly entries: readonly Shown[] }) => entries.map(({ kind }) => kind);
  const alone = ['request', 'posting', 'posting', 'state', 'state'];

  it.each([EVENTS, DELIVERIES])('leaves out the part of webhooks while %s is not answered', async (route) => {
    const id = await pay();
    const whole = await shown(`/payments/${id}/timeline`);
    service.services.answer(route, new DomainError('ServiceUnavailable'));
    const page = await shown(`/payments/${id}/timeline`);
    expect([page.attributes['missing'], kindsOf(page)]).toEqual([['webhooks'], alone]);
    const after = whole.entries[6]?.id ?? '';
    expect((await ask(`/payments/${id}/timeline`, { after })).status).toBe(503);
  });

  it('has further pages meanwhile', async () => {
    service.services.answer(EVENTS, new DomainError('ServiceUnavailable'));
    const id = await pay();
    const first = await shown(`/payments/${id}/timeline`, { limit: '3' });
    const rest = await shown(`/payments/${id}/timeline`, Object.fromEntries(new URLSearchParams(first.nextQuery)));
    expect([...kindsOf(first), ...kindsOf(rest)]).toEqual(alone);
  });

  it('shows an application that acts for a person its own subscriptions alone', async () => {
    const { accountId } = world.principal;
    await ask(`/payments/${await pay()}/timeline`);
    expect(asked).toMatchObject({ accountId });
    expect(asked).not.toHaveProperty('applicationId');
    for (const [isFirstParty, sees] of [
      [undefined, true],
      [true, undefined],
    ] as const) {
      const person = { ...applicationPrincipal({ accountId }), userId: deriveId(accountId, 'person'), isFirstParty };
      const [by, id] = [new World(service, person), await pay()];
      await ask(`/payments/${id}/timeline`, {}, by);
      expect(asked?.applicationId).toBe(sees && person.applicationId);
    }
  });

  it('is only for the account of the payment, and not for what is no payment', async () => {
    const id = await pay();
    const stranger = new World(service);
    for (const path of [`/payments/${id}/timeline`, `/transfers/${id}/timeline`]) {
      expect((await ask(path, {}, stranger)).status).toBe(404);
    }
    const none = deriveId(id, 'none');
    for (const path of [`/payments/${none}/timeline`, `/transfers/${none}/timeline`]) {
      expect((await ask(path)).status).toBe(404);
    }
  });

  it('refuses what is no page of it', async () => {
    const id = await pay();
    const other = await pay();
    const [one] = (await shown(`/payments/${other}/timeline`)).entries;
    const whole = await shown(`/payments/${id}/timeline`);
    const event = whole.entries[5]?.id ?? '';
    const strange = ['x', '!', 'x'.repeat(81), one?.id ?? '', `${event}.${deriveId(id, 'none')}`, `${event}.`];
    for (const after of strange) {
      const faults = faultsOf(await ask(`/payments/${id}/timeline`, { after }));
      expect([after, faults]).toEqual([after, [expect.stringMatching(/ \/query\/after$/)]]);
    }
    for (const limit of ['0', '201', '-1', '1.5', 'x']) {
      const faults = faultsOf(await ask(`/payments/${id}/timeline`, { limit }));
      expect(faults).toEqual([expect.stringMatching(/ \/query\/limit$/)]);
    }
  });

  it('says what a simulation did, by the name of the bank or by request, and bears its trace', async () => {
    const from = world.source(world.customer(), 'bank', { returns: { code: 'R01', isLate: false } });
    const [named, asked] = [world.source(world.account, 'balance'), world.source(world.account, 'balance')];
    const first = await world.transfer(from, named, '5.00');
    const second = await world.transfer(world.source(world.customer(), 'bank'), asked, '5.00');
    const wish = { body: { action: 'fail', code: 'R03' } };
    expect((await world.call('POST', `/transfers/${second}/simulation`, wish)).status).toBe(200);
    await world.simulate();
    const becauseOf = async (id: string) =>
      (await shown(`/payments/${id}/timeline`)).entries
        .filter(({ kind }) => kind === 'bank')
        .map(({ did, code, because }) => [did, code, because].join(' '));
    expect(await becauseOf(first)).toEqual(['returned R01 sentinel']);
    expect(await becauseOf(second)).toEqual(['returned R03 simulation']);
  });
});
