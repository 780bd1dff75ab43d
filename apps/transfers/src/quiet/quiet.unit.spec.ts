import { beforeEach, describe, expect, it } from '@jest/globals';
import { consumingServices, type Operation, ref, type ResourceService, type ServiceName } from '@halyard/contracts';
import type {} from '@halyard/contracts/operations';
import type {} from '@halyard/contracts/transfers';
import {
  type QuietAnswer,
  quietQuestion,
  type QuietQuestion,
  type SourcedKey,
  type WaitingFor,
  type WrittenKey,
} from '@halyard/contracts/sandbox-clock';
import { DomainError, newId } from '@halyard/core';
import { type Bytes, type ServiceAnswer, ServiceCalls, ServiceClient, type ServiceRequest } from '@halyard/http';
import { servicePrincipal } from '@halyard/testing';
import { Quiet, type QuietOptions } from './quiet.js';

const ACCOUNT = newId();
const LONG_MS = 20_000;

const operation: Operation = {
  id: newId(),
  requestId: newId(),
  principal: servicePrincipal('transfers'),
  at: '2026-01-05T12:00:00.000Z',
};

interface Asked extends QuietQuestion {
  readonly service: ServiceName;
}

/** All services as one account sees them. Places in a history are the numbers of its rows. */
class World extends ServiceClient {
  readonly asked: Asked[] = [];
  readonly away = new Set<ServiceName>();
  readonly slow = new Set<ServiceName>();
  /** What happens before a question is answered. */
  before: (asked: Asked) => void = () => undefined;
  /** What each service has under way, besides the events of others. */
  readonly work = new Map<ServiceName, readonly WaitingFor[]>();
  /** Whether a service has reached what another one wrote. By default it has. */
  hasReached: (service: ServiceName, key: SourcedKey) => boolean = () => true;
  /** Whether no older row can appear any more before those that are named. */
  isFinal = true;
  private readonly histories = new Map<ServiceName, WrittenKey[]>();

  write(service: ResourceService, key = newId()): void {
    const rows = this.histories.get(service) ?? [];
    const sequence = rows.filter((row) => row.key === key).length + 1;
    this.histories.set(service, [...rows, { key, sequence }]);
  }

  override async call(service: ServiceName, { path, body }: ServiceRequest): Promise<ServiceAnswer> {
    expect(path).toBe(`/internal/account-clocks/${ACCOUNT}/quiet-questions`);
    const question: Asked = { service, ...quietQuestion.parse(body) };
    this.asked.push(question);
    if (this.away.has(service)) throw new DomainError('ServiceUnavailable');
    if (this.slow.has(service)) await new Promise<never>(() => undefined);
    this.before(question);
    return { status: 200, body: { type: 'fact', fact: this.answer(service, question) } };
  }

  override exchange(): Promise<ServiceAnswer | Bytes> {
    return Promise.reject(new Error('nobody does that'));
  }

  private answer(service: ServiceName, { written, keys, deliveries, bound }: QuietQuestion): QuietAnswer {
    const rows = this.histories.get(service) ?? [];
    const isOfOthers = keys.length > 0;
    const work = (this.work.get(service) ?? []).filter(({ what }) => !isOfOthers || what === 'parked');
    const events = this.histories.get('transfers')?.length ?? 0;
    const place = `0:${rows.length}`;
    return {
      unreached: keys.filter((key) => !this.hasReached(service, key)),
      waitingFor: work.filter(({ what }) => deliveries || what !== 'delivery'),
      bound: bound ?? place,
      ...(service === 'webhooks' && { events }),
      ...(written && {
        written: {
          keys: rows.slice(Number(written.after?.slice(2) ?? 0)),
          next: place,
          isFull: false,
          ...(this.isFinal && { final: place }),
        },
      }),
    };
  }
}

describe('Quiet', () => {
  let world: World;
  let quiet: Quiet;
  beforeEach(() => {
    world = new World();
    quiet = new Quiet(new ServiceCalls(world, 'transfers'));
  });

  const reach = (options: Partial<QuietOptions> = {}) =>
    quiet.reach(ACCOUNT, { deliveries: false, waitMs: LONG_MS, operation, ...options });
  const askedOf = (service: ServiceName) => world.asked.filter((asked) => asked.service === service);
  const namesOf = (service: ServiceName) =>
    askedOf(service).flatMap(({ keys }) => keys.map(({ source, sequence }) => `${source} ${sequence}`));

  it('is reached at once where nothing was written', async () => {
    expect(await reach({ waitMs: 0 })).toEqual({ quiet: true, events: 0 });
    expect(world.asked.map(({ service }) => service).toSorted()).toEqual([
      ...['auth', 'customers', 'funding-sources', 'transfers', 'webhooks'],
    ]);
  });

  it('passes what a service wrote to all others that listen, and not to itself', async () => {
    world.write('customers');
    world.write('transfers');
    expect(await reach()).toEqual({ quiet: true, events: 1 });
    expect(namesOf('funding-sources').toSorted()).toEqual(['customers 1', 'transfers 1']);
    expect(namesOf('transfers')).toEqual(['customers 1']);
    expect(namesOf('webhooks').toSorted()).toEqual(['customers 1', 'transfers 1']);
    expect([...namesOf('auth'), ...namesOf('customers')]).toEqual([]);
  });

  it('waits until each of them has reached it, and asks again only for the rest', async () => {
    const key = newId();
    world.write('customers', key);
    world.write('customers');
    let left = 3;
    world.hasReached = (service, named) => service !== 'webhooks' || named.key !== key || (left -= 1) < 0;
    expect(await reach()).toMatchObject({ quiet: true });
    expect(askedOf('webhooks').map(({ keys }) => keys.length)).toEqual([0, 2, 1, 1, 1, 0]);
  });

  it('follows what a service wrote because of another, through all of them', async () => {
    world.write('auth');
    const written = new Set<ServiceName>();
    world.before = ({ service, keys }) => {
      const causes = { 'funding-sources': 'auth', transfers: 'funding-sources', webhooks: 'transfers' } as const;
      for (const name of consumingServices) {
        if (name !== service || written.has(name) || !keys.some(({ source }) => source === causes[name])) continue;
        written.add(name);
        world.write(name);
      }
    };
    expect(await reach()).toMatchObject({ quiet: true });
    expect([...written]).toEqual(['funding-sources', 'transfers', 'webhooks']);
    expect(namesOf('funding-sources')).toContain('webhooks 1');
  });

  it('names nothing again that was reached before', async () => {
    world.write('customers');
    await reach();
    world.asked.length = 0;
    world.write('customers');
    world.write('customers');
    expect(await reach()).toMatchObject({ quiet: true });
    expect(namesOf('webhooks')).toHaveLength(2);
  });

  it('passes nothing twice although it is named again while older rows may still appear', async () => {
    world.isFinal = false;
    world.write('customers');
    expect(await reach()).toMatchObject({ quiet: true });
    expect(namesOf('webhooks')).toEqual(['customers 1']);
    expect(askedOf('customers')).toHaveLength(2);
    // The next question begins at the same place, so it finds older rows that have appeared.
    expect(await reach()).toMatchObject({ quiet: true });
    expect(namesOf('webhooks')).toEqual(['customers 1', 'customers 1']);
  });

  it('is reached under steady load, where each question finds something new', async () => {
    world.before = ({ written }) => {
      if (written) world.write('customers');
    };
    expect(await reach()).toMatchObject({ quiet: true });
    expect(await reach({ untilCalm: true, waitMs: 50 })).toMatchObject({ quiet: false });
  });

  it('gives up after its time, and says what is unreached', async () => {
    world.write('customers');
    world.write('transfers');
    world.hasReached = () => false;
    const state = await reach({ waitMs: 20 });
    expect(state).toMatchObject({ quiet: false, events: 1 });
    expect(state).toHaveProperty(
      'waitingFor',
      expect.arrayContaining([
        { what: 'event', count: 2 },
        { what: 'list', count: 3 },
      ]),
    );
    world.asked.length = 0;
    world.hasReached = () => true;
    expect(await reach()).toMatchObject({ quiet: true });
    expect(namesOf('funding-sources').toSorted()).toEqual(['customers 1', 'transfers 1']);
  });

  it('waits for what a service has under way, and gives an example', async () => {
    const example = ref('payment', newId());
    world.work.set('transfers', [{ what: 'payment', count: 2, example }]);
    expect(await reach({ waitMs: 0 })).toEqual({
      quiet: false,
      waitingFor: [{ what: 'payment', count: 2, example }],
      events: 0,
    });
    let left = 2;
    world.before = ({ service }) => {
      if (service === 'transfers' && (left -= 1) < 0) world.work.clear();
    };
    expect(await reach()).toMatchObject({ quiet: true });
    const [first, ...others] = askedOf('transfers').slice(1);
    expect(first?.bound).toBeUndefined();
    // What begins later is not waited for, until the next round looks anew.
    expect(others.map(({ bound }) => bound)).toEqual(['0:0', '0:0', undefined]);
  });

  it('looks once more at what others wrote when a service has finished its work', async () => {
    world.work.set('transfers', [{ what: 'payment', count: 1 }]);
    world.before = ({ service }) => {
      if (service !== 'transfers' || askedOf('transfers').length < 2) return;
      if (world.work.delete('transfers')) world.write('funding-sources');
    };
    expect(await reach()).toMatchObject({ quiet: true });
    expect(namesOf('webhooks')).toEqual(['funding-sources 1']);
  });

  it('gives up at once because of a parked message, and names it', async () => {
    const parked: WaitingFor = { what: 'parked', count: 1, example: ref('parked-key', newId(), 'webhooks') };
    world.work.set('webhooks', [parked]);
    world.write('customers');
    world.hasReached = () => false;
    const state = await reach();
    expect(state).toMatchObject({ quiet: false, waitingFor: expect.arrayContaining([parked]) as unknown });
    expect(world.asked.length).toBeLessThan(20);
  });

  it.each([
    ['auth', 'list'],
    ['funding-sources', 'list'],
    ['transfers', 'payment'],
    ['webhooks', 'event'],
  ] as const)('is not reached without %s, and says that %s is not known', async (service, what) => {
    world.away.add(service);
    expect(await reach({ waitMs: 20 })).toMatchObject({ quiet: false, waitingFor: [{ what, count: 1 }] });
    world.before = () => world.away.clear();
    expect(await reach()).toMatchObject({ quiet: true });
  });

  it('does not wait longer for a service that does not answer', async () => {
    world.slow.add('webhooks');
    const beganMs = performance.now();
    const state = await reach({ waitMs: 0 });
    expect(state).toEqual({ quiet: false, waitingFor: [{ what: 'event', count: 1 }], events: undefined });
    expect(performance.now() - beganMs).toBeLessThan(10_000);
  });

  it('ends when nobody waits any more', async () => {
    world.work.set('transfers', [{ what: 'payment', count: 1 }]);
    const over = new AbortController();
    world.before = () => over.abort();
    expect(await reach({ signal: over.signal })).toMatchObject({ quiet: false });
  });

  describe('with deliveries', () => {
    const pending = (count: number) => world.work.set('webhooks', [{ what: 'delivery', count }]);

    it('waits for first attempts at those that there are once all is reached', async () => {
      world.write('transfers');
      pending(1);
      let left = 3;
      world.before = ({ deliveries }) => {
        if (deliveries && (left -= 1) < 0) world.work.clear();
      };
      expect(await reach()).toMatchObject({ quiet: true });
      expect(await reach({ deliveries: true })).toMatchObject({ quiet: true });
      const questions = askedOf('webhooks').filter(({ deliveries }) => deliveries);
      expect(questions.map(({ bound }) => bound)).toEqual([undefined, '0:0', '0:0', '0:0']);
    });

    it('says so when they do not end', async () => {
      pending(2);
      const waitingFor = [{ what: 'delivery', count: 2 }];
      expect(await reach({ deliveries: true, waitMs: 0 })).toMatchObject({ quiet: false, waitingFor });
    });

    it('follows what receivers do before they answer, if the caller wants calm', async () => {
      let payments = 2;
      world.before = ({ deliveries }) => {
        if (deliveries && (payments -= 1) >= 0) world.write('transfers');
      };
      expect(await reach({ deliveries: true, untilCalm: true })).toEqual({ quiet: true, events: 2 });
      expect(askedOf('webhooks').filter(({ deliveries }) => deliveries)).toHaveLength(3);
    });
  });
});
