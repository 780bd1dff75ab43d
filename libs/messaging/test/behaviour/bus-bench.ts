import { expect } from '@jest/globals';
import type { CloudEvent, Topic } from '@halyard/contracts';
import { parseEvent } from '@halyard/contracts/topics';
import { Clock, newId, TimerScheduler } from '@halyard/core';
import type { DataSource, EntityManager } from 'typeorm';
import { EventConsumer } from '../../src/inbox/consumer.js';
import { ConsumerRunner } from '../../src/inbox/consumer-runner.js';
import type { Message, MessageBus } from '../../src/message-bus.js';
import type { Worker } from '@halyard/background';
import type { SlowTeller } from '@halyard/testing/messaging';
import { expectEventually } from '@halyard/testing/waiting';

/** A bus under test: `customers` publishes and `transfers` listens. */
export interface BusHarness {
  /** For the schema of transfers, with the tables of messaging. */
  readonly dataSource: DataSource;
  /** One more bus, as another process of transfers opens it. The suite closes it. */
  openBus(): MessageBus;
  /** Customers publishes one event for each of the keys, which may repeat, in one transaction. */
  tell(...keys: readonly string[]): Promise<void>;
  /** Customers begins a transaction that the test controls; for buses that read what transactions write. */
  begin?(): Promise<SlowTeller>;
  /** Breaks the connections of all buses, and those of transfers to its database. */
  cut?(): Promise<void>;
  /** Restarts the broker or database between the services. Resolves once it is running again. */
  restart?(): Promise<void>;
  /** Puts an event with this sequence on the topic, whichever sequences came before. */
  bring?(key: string, sequence: number): Promise<void>;
  close(): Promise<void>;
}

export type BusAbility = 'transactions' | 'connections' | 'disorder';

export const topic: Topic = 'customers.events.v1';

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };

class WallClock extends Clock {
  now = (): Promise<Date> => Promise.resolve(new Date());
  system = (): Date => new Date();
}

/** A group of transfers, named like all groups of a service. */
export const newGroup = (): string => `transfers.${newId()}`;

export const newKeys = (count: number): string[] => Array.from({ length: count }, newId);

/** Selects the `key:sequence` names of these keys, because the topic carries other tests' events too. */
export const ofKeys = (names: readonly string[], keys: readonly string[]): string[] =>
  names.filter((name) => keys.some((key) => name.startsWith(key)));

/** Each key's effects are its first `count` events, each once and in order. */
export function expectEachInOrder(effects: readonly string[], keys: readonly string[], count: number): void {
  for (const key of keys) {
    expect(ofKeys(effects, [key])).toEqual(Array.from({ length: count }, (_, index) => `${key}:${index + 1}`));
  }
}

/** The events' names, `key:sequence`. */
const namesOf = (messages: readonly Message[]): string[] =>
  messages.map(({ content }) => parseEvent(topic, content)).map((event) => `${event.partitionkey}:${event.sequence}`);

/** Records what a topic brought. A test can act before each batch, by `before`. */
export class Listener {
  readonly heard: string[] = [];
  constructor(readonly before: (names: readonly string[]) => void | Promise<void> = () => undefined) {}

  readonly onBatch = async (messages: readonly Message[]): Promise<void> => {
    const names = namesOf(messages);
    await this.before(names);
    this.heard.push(...names);
  };
}

/** Writes each event down in its transaction; `after` runs between the effect and the commit. */
export class Recorder extends EventConsumer {
  readonly topics = [topic];
  constructor(
    readonly name: string,
    private readonly after: (tx: EntityManager) => Promise<void> = () => Promise.resolve(),
  ) {
    super();
  }

  async handle(events: readonly CloudEvent[], tx: EntityManager): Promise<void> {
    for (const { partitionkey, sequence } of events) {
      await tx.query(`INSERT INTO bus_effects VALUES ($1, $2, $3)`, [this.name, partitionkey, sequence]);
    }
    await this.after(tx);
  }
}

/** The harness of a suite, with the steps that its tests repeat. */
export class BusBench {
  private readonly opened: MessageBus[] = [];
  private readonly runners: Worker[] = [];

  private made: BusHarness | undefined;

  constructor(private readonly make: () => Promise<BusHarness>) {}

  get harness(): BusHarness {
    if (!this.made) throw new Error('the bench is not open');
    return this.made;
  }

  async open(): Promise<void> {
    this.made = await this.make();
    await this.made.dataSource.query(
      `CREATE TABLE bus_effects (consumer text, key text, sequence int, id bigserial PRIMARY KEY)`,
    );
  }

  openBus(): MessageBus {
    const bus = this.harness.openBus();
    this.opened.push(bus);
    return bus;
  }

  listen(bus: MessageBus, group: string, { onBatch }: Listener): Promise<Worker> {
    return bus.consume({ group, topics: [topic], onBatch });
  }

  /** Publishes events, and waits until they and all earlier ones can be heard. */
  async tellAndHear(...keys: readonly string[]): Promise<void> {
    const listener = new Listener();
    await this.listen(this.openBus(), newGroup(), listener);
    await this.harness.tell(...keys);
    await expectEventually(() => expect(ofKeys(listener.heard, keys)).toHaveLength(keys.length));
  }

  async run(bus: MessageBus, consumer: EventConsumer): Promise<ConsumerRunner> {
    const { dataSource } = this.harness;
    const [clock, scheduler] = [new WallClock(), new TimerScheduler()];
    const runner = new ConsumerRunner({
      service: 'transfers',
      consumer,
      dataSource,
      bus,
      clock,
      scheduler,
      log: silent,
    });
    await runner.start();
    this.runners.push(runner);
    return runner;
  }

  /** The `key:sequence` names of the events that a Recorder wrote down, in order. */
  async effects(consumer: string): Promise<string[]> {
    const sql = `SELECT key || ':' || sequence AS name FROM bus_effects WHERE consumer = $1 ORDER BY id`;
    return (await this.harness.dataSource.query<{ name: string }[]>(sql, [consumer])).map((row) => row.name);
  }

  async clear(): Promise<void> {
    await Promise.all(this.runners.splice(0).map((runner) => runner.stop()));
    await Promise.all(this.opened.splice(0).map((bus) => bus.close()));
  }

  async close(): Promise<void> {
    await this.made?.close();
  }
}
