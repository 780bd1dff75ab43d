import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Topic } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { ManualTime, silentLog } from '@halyard/testing/messaging';
import { createServices, cut, type TestServices } from '@halyard/testing/messaging';
import { beginTelling, eventOf, tellFrom } from '@halyard/testing/messaging';
import { type Message } from '../message-bus.js';
import { PostgresTailBus, type PostgresTailBusOptions } from './postgres-tail-bus.js';
import { expectEventually } from '@halyard/testing/waiting';
import { type BusHarness, messageBusBehaviour } from '../../test/message-bus.behaviour.js';

const topic: Topic = 'customers.events.v1';

async function harness(): Promise<BusHarness> {
  const services = await createServices('customers', 'transfers');
  const customers = services.dataSourceOf('customers');
  const dataSource = services.dataSourceOf('transfers');
  return {
    dataSource,
    openBus: () => new PostgresTailBus({ reader: services.reader(), dataSource, log: silentLog }),
    tell: (...keys) => customers.transaction((tx) => tellFrom(tx, keys)),
    begin: () => beginTelling(customers),
    cut: () => cut(services.admin, 'transfers', 'halyard-bus'),
    close: () => services.close(),
  };
}

messageBusBehaviour('PostgresTailBus', harness, ['transactions', 'connections']);

describe('PostgresTailBus', () => {
  let services: TestServices;
  let customers: DataSource;
  const open: PostgresTailBus[] = [];

  const openBus = (more: Partial<PostgresTailBusOptions> = {}): PostgresTailBus => {
    const dataSource = services.dataSourceOf('transfers');
    const bus = new PostgresTailBus({ reader: services.reader(), dataSource, log: silentLog, ...more });
    open.push(bus);
    return bus;
  };
  const listen = async (bus: PostgresTailBus, group = newId()) => {
    const batches: unknown[][] = [];
    const onBatch = (messages: readonly Message[]): Promise<void> => {
      batches.push(messages.map(({ content }) => content));
      return Promise.resolve();
    };
    await bus.consume({ group, topics: [topic], onBatch });
    return batches;
  };

  beforeAll(async () => {
    services = await createServices('customers', 'funding-sources', 'transfers');
    customers = services.dataSourceOf('customers');
  });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((bus) => bus.close()));
  });
  afterAll(() => services.close());

  it('builds the event that the catalogue defines from the public columns', async () => {
    const key = newId();
    await tellFrom(customers.manager, [key]);
    const batches = await listen(openBus());
    await expectEventually(() => expect(batches.flat()).toHaveLength(1));
    const [row] =
      await customers.query<{ id: string; account_id: string; written_at: Date }[]>(`SELECT * FROM history`);
    expect(batches.flat()).toEqual([
      {
        specversion: '1.0',
        id: row?.id,
        source: topic,
        type: 'customers.customer-created.v1',
        subject: key,
        time: '1970-01-01T00:00:00.000Z',
        recordedtime: row?.written_at.toISOString(),
        datacontenttype: 'application/json',
        accountid: row?.account_id,
        partitionkey: key,
        sequence: 1,
        data: eventOf(key, 1).data,
      },
    ]);
  });

  it('reads a long history in pages', async () => {
    const keys = Array.from({ length: 600 }, newId);
    await customers.transaction((tx) => tellFrom(tx, keys));
    const batches = await listen(openBus());
    await expectEventually(() => expect(batches.flat().length).toBeGreaterThanOrEqual(600));
    expect(Math.max(...batches.map(({ length }) => length))).toBe(500);
  });

  it('brings one batch at a time, also of several topics', async () => {
    const keys = Array.from({ length: 600 }, newId);
    const sources = services.dataSourceOf('funding-sources');
    await Promise.all([customers, sources].map((one) => one.transaction((tx) => tellFrom(tx, keys))));
    const heard = new Map<Topic, number>();
    let active = 0;
    const together = new Set<number>();
    const onBatch = async (messages: readonly unknown[], of: Topic): Promise<void> => {
      together.add((active += 1));
      await customers.query(`SELECT`);
      active -= 1;
      heard.set(of, (heard.get(of) ?? 0) + messages.length);
    };
    await openBus().consume({ group: newId(), topics: [topic, 'funding-sources.events.v1'], onBatch });
    await expectEventually(() => {
      expect(heard.get(topic)).toBeGreaterThanOrEqual(600);
      expect(heard.get('funding-sources.events.v1')).toBe(600);
    });
    expect([...together]).toEqual([1]);
  });

  it('holds back what a running transaction may still precede, and looks again by itself until that has ended', async () => {
    const older = customers.createQueryRunner();
    await older.startTransaction();
    await older.query(`SELECT pg_current_xact_id()`);
    const key = newId();
    await tellFrom(customers.manager, [key]);
    const time = new ManualTime();
    const batches = await listen(openBus({ scheduler: time }));
    const heard = (): unknown[] => batches.flat().filter((event) => JSON.stringify(event).includes(key));
    await expectEventually(() => expect(time.nextInMs).toBeGreaterThan(0));
    expect(heard()).toEqual([]);
    await older.rollbackTransaction();
    await older.release();
    // Transactions of others on the server may hold it back too.
    await expectEventually(() => {
      time.pass(1_000);
      expect(heard()).toHaveLength(1);
    });
    await expectEventually(() => expect(time.nextInMs).toBeUndefined());
  });

  it('asks where its group stands once, and again when that was set back', async () => {
    const asked = jest.spyOn(services.dataSourceOf('transfers'), 'query');
    const timesAsked = (): number => asked.mock.calls.filter(([sql]) => sql.includes('FROM checkpoints')).length;
    const bus = openBus();
    const group = newId();
    const batches = await listen(bus, group);
    const heard = (key: string): number => batches.flat().filter((event) => JSON.stringify(event).includes(key)).length;
    const keys = Array.from({ length: 3 }, newId);
    for (const key of keys) {
      await tellFrom(customers.manager, [key]);
      await expectEventually(() => expect(heard(key)).toBe(1));
    }
    expect(timesAsked()).toBe(1);
    asked.mockRestore();
    await bus.rewind(group, topic);
    await expectEventually(() => expect(keys.map(heard)).toEqual([2, 2, 2]));
  });

  it('sets no timer while it is idle', async () => {
    const time = new ManualTime();
    const bus = openBus({ scheduler: time });
    const group = newId();
    await listen(bus, group);
    // Transactions of others on the server hold rows back: until they have ended it does look again by itself.
    const caughtUp = () =>
      expectEventually(async () => {
        time.pass(1_000);
        expect(await bus.lag(group, topic)).toBe(0);
      });
    await caughtUp();
    await tellFrom(customers.manager, [newId()]);
    await caughtUp();
    await expectEventually(() => expect(time.nextInMs).toBeUndefined());
  });

  it('lets a process that stands by take over from one that goes', async () => {
    const group = newId();
    const first = openBus();
    await listen(first, group);
    await expectEventually(async () => expect(await first.lag(group, topic)).toBe(0));
    const time = new ManualTime();
    const batches = await listen(openBus({ scheduler: time }), group);
    await expectEventually(() => expect(time.nextInMs).toBe(1_000));
    await first.close();
    const key = newId();
    await tellFrom(customers.manager, [key]);
    await expectEventually(() => {
      time.pass(1_000);
      expect(batches.flat()).toMatchObject([{ partitionkey: key }]);
    });
  });

  it('waits for a service that has no history yet', async () => {
    const bus = openBus();
    const heard: unknown[] = [];
    const onBatch = (messages: readonly unknown[]): Promise<void> => Promise.resolve(void heard.push(...messages));
    await bus.consume({ group: newId(), topics: ['auth.events.v1', topic], onBatch });
    await tellFrom(customers.manager, [newId()]);
    await expectEventually(() => expect(heard.length).toBeGreaterThan(0));
    await expect(bus.publish('auth')).rejects.toThrow('auth.history');
    await expect(bus.publish('customers')).resolves.toBeDefined();
  });

  it('proves the origin by the role that wrote: no other service writes what a topic is read from', async () => {
    const theirs = services.dataSourceOf('funding-sources');
    const row = `(id, key, sequence, account_id, type, at, data)
      VALUES ($1, $1, 1, $1, 'customers.customer-created.v1', now(), '{}')`;
    await expect(theirs.query(`INSERT INTO customers.history ${row}`, [newId()])).rejects.toThrow('permission denied');
    const reader = new Client({ connectionString: services.readerUrl });
    await reader.connect();
    await expect(reader.query(`INSERT INTO customers.history ${row}`, [newId()])).rejects.toThrow('permission denied');
    await expect(reader.query(`UPDATE customers.history SET key = gen_random_uuid()`)).rejects.toThrow(
      'permission denied',
    );
    await reader.end();
  });

  it('reads as a role to which sealed data is closed', async () => {
    const reader = new Client({ connectionString: services.readerUrl });
    await reader.connect();
    await expect(reader.query(`SELECT sealed FROM customers.history`)).rejects.toThrow('permission denied');
    await expect(reader.query(`SELECT * FROM customers.operations`)).rejects.toThrow('permission denied');
    await reader.end();
  });
});
