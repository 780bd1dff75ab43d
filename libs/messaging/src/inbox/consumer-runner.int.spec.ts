import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CloudEvent, Topic } from '@halyard/contracts';
import { DomainError, newId } from '@halyard/core';
import { Client, type Connection, type Submittable } from 'pg';
import type { DataSource } from 'typeorm';
import { createEffects, effectsOf, Recorder, SteppedRecorder } from '../../test/effects.js';
import { ManualTime, silentLog } from '@halyard/testing/messaging';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import { accountOpened, eventOf } from '@halyard/testing/messaging';
import { ConsumerRunner } from './consumer-runner.js';
import { InMemoryBus } from '../testing/in-memory-bus.js';
import { type Message } from '../message-bus.js';
import { ParkedKeyList } from './parking.js';
import { expectEventually, gate } from '@halyard/testing/waiting';
import { ConnectionLost } from '@halyard/persistence';

const topic: Topic = 'customers.events.v1';

/** A statement whose sender never says that its exchange is over. */
class HalfExchange implements Submittable {
  constructor(
    private readonly text: string,
    readonly handleDataRow: () => void,
  ) {}

  readonly submit = (connection: Connection): void => {
    connection.parse({ name: '', text: this.text, types: [] }, true);
    connection.bind({}, true);
    connection.execute({}, true);
    connection.flush();
  };

  readonly handleRowDescription = (): void => undefined;
  readonly handleCommandComplete = (): void => undefined;
  readonly handleReadyForQuery = (): void => undefined;
  readonly handleError = (): void => undefined;
}

describe('ConsumerRunner', () => {
  let services: TestServices;
  let dataSource: DataSource;
  let consumer: Recorder;
  let time: ManualTime;
  let runner: ConsumerRunner;
  let parking: ParkedKeyList;

  const replica = (of: Recorder, bus = new InMemoryBus()): ConsumerRunner =>
    new ConsumerRunner({
      service: 'transfers',
      consumer: of,
      dataSource,
      bus,
      clock: time.clock,
      scheduler: time,
      log: silentLog,
    });
  const effects = (key?: string): Promise<string[]> => effectsOf(dataSource, consumer.name, key);
  const held = async () => (await parking.list()).filter((one) => one.consumer === consumer.name);
  const told = (messages: readonly unknown[]): Message[] => messages.map((content) => ({ content }));
  const receive = (...messages: readonly unknown[]): Promise<void> => runner.receive(told(messages), topic);

  /** As the bus does. */
  const untilTaken = (one: ConsumerRunner, events: readonly CloudEvent[]): Promise<void> =>
    one.receive(told(events), topic).catch(() => untilTaken(one, events));

  beforeAll(async () => {
    services = await createServices('transfers');
    dataSource = services.dataSourceOf('transfers');
    await createEffects(dataSource);
  });
  afterAll(() => services.close());
  beforeEach(() => {
    consumer = new Recorder(newId());
    time = new ManualTime();
    runner = replica(consumer);
    parking = new ParkedKeyList(dataSource, { runners: [runner] });
  });

  describe('order', () => {
    it('handles a batch in one go, in order of arrival', async () => {
      await receive(eventOf('a', 1), eventOf('b', 1), eventOf('a', 2));
      expect(await effects()).toEqual(['a:1', 'b:1', 'a:2']);
      expect(consumer.batches).toBe(1);
    });

    it('drops what it had before, within a batch and across batches', async () => {
      await receive(eventOf('a', 1), eventOf('a', 1), eventOf('a', 2));
      await receive(eventOf('a', 2), eventOf('a', 1), eventOf('a', 3));
      expect(await effects()).toEqual(['a:1', 'a:2', 'a:3']);
      expect(runner.stats).toEqual({ handled: 3, duplicates: 3 });
    });

    it('keeps an event that is ahead of its turn until the gap closes', async () => {
      await receive(eventOf('a', 3), eventOf('b', 1), eventOf('a', 4));
      expect(await effects()).toEqual(['b:1']);
      await receive(eventOf('a', 1));
      expect(await effects('a')).toEqual(['a:1']);
      await receive(eventOf('a', 2), eventOf('a', 5));
      expect(await effects('a')).toEqual(['a:1', 'a:2', 'a:3', 'a:4', 'a:5']);
      expect(await held()).toEqual([]);
    });

    it('brings late and early ones of one batch into order', async () => {
      await receive(eventOf('a', 2), eventOf('a', 3), eventOf('a', 1));
      expect(await effects()).toEqual(['a:1', 'a:2', 'a:3']);
    });

    it('keeps the topics of a consumer apart', async () => {
      class Both extends Recorder {
        override readonly topics: readonly Topic[] = ['customers.events.v1', 'auth.events.v1'];
      }
      const both = replica(new Both(consumer.name));
      await both.receive(told([eventOf('a', 1)]), 'customers.events.v1');
      await both.receive(told([accountOpened('a')]), 'auth.events.v1');
      expect(await effects()).toEqual(['a:1', 'a:1']);
    });

    it('has each effect once when replicas get the same events at once', async () => {
      const events = Array.from({ length: 40 }, (_, index) => eventOf(`k${index % 8}`, Math.floor(index / 8) + 1));
      await Promise.all([runner, replica(consumer), replica(consumer)].map((one) => untilTaken(one, events)));
      expect((await effects()).sort()).toEqual(events.map((e) => `${e.partitionkey}:${e.sequence}`).sort());
    });
  });

  describe('a consumer that takes steps', () => {
    let stepped: SteppedRecorder;
    beforeEach(() => {
      consumer = stepped = new SteppedRecorder(newId());
      runner = replica(stepped);
      parking = new ParkedKeyList(dataSource, { runners: [runner] });
    });

    it('takes events that are new and in their turn in one exchange with their keys', async () => {
      await receive(eventOf('a', 1), eventOf('b', 1), eventOf('a', 2));
      await receive(eventOf('a', 3), eventOf('c', 1));
      expect(await effects()).toEqual(['a:1', 'b:1', 'a:2', 'a:3', 'c:1']);
      expect([stepped.batches, stepped.ends]).toEqual([0, [['a', 'b', 'a'], ['a', 'c']]]); // prettier-ignore
      expect(runner.stats).toEqual({ handled: 5, duplicates: 0 });
    });

    it.each([
      ['comes again with something new', [eventOf('a', 1), eventOf('a', 2), eventOf('b', 1)], ['a:1', 'a:2', 'b:1']],
      ['comes again', [eventOf('a', 1)], ['a:1']],
      ['is ahead of its turn', [eventOf('a', 3), eventOf('b', 1)], ['a:1', 'b:1']],
      ['is ahead of its turn in a key that is new', [eventOf('b', 2), eventOf('a', 2)], ['a:1', 'a:2']],
    ])('handles a batch in which something %s', async (_, batch, expected) => {
      await receive(eventOf('a', 1));
      await receive(...batch);
      expect(await effects()).toEqual(expected);
      expect(stepped.ends).toHaveLength(1);
    });

    it.each([
      ['of a key that is new', 1],
      ['of one that is known', 2],
    ])('handles what closes a gap %s, and what waits behind it', async (_, missing) => {
      for (let before = 1; before < missing; before += 1) await receive(eventOf('a', before));
      await receive(eventOf('a', missing + 1));
      await receive(eventOf('a', missing), eventOf('b', 1));
      expect(await effects('a')).toEqual(['a:1', 'a:2', 'a:3'].slice(0, missing + 1));
      expect(await held()).toEqual([]);
    });

    it('is handed to where the database refuses a step, of which nothing stands then', async () => {
      stepped.more = [{ statement: { name: 'refused', text: 'SELECT 1 / 0' } }];
      await receive(eventOf('a', 1), eventOf('a', 2));
      expect(await effects()).toEqual(['a:1', 'a:2']);
      expect([stepped.batches, stepped.ends]).toEqual([1, []]);
    });

    it('is told when nobody knows what became of an exchange, which comes again', async () => {
      const end = { statement: { name: 'end', text: 'SELECT pg_terminate_backend(pg_backend_pid())' } };
      stepped.more = [end];
      await expect(receive(eventOf('a', 1))).rejects.toBeInstanceOf(ConnectionLost);
      expect([stepped.ends, await effects()]).toEqual([[undefined], []]);
      stepped.more = [];
      await receive(eventOf('a', 1));
      expect(await effects()).toEqual(['a:1']);
    });

    it('goes on in another process when one was stopped in the middle of an exchange', async () => {
      const url = services.urlOf('transfers');
      const stopped = new Client({ connectionString: url });
      stopped.on('error', () => undefined);
      await stopped.connect();
      const hasBegun = gate();
      stopped.query(
        new HalfExchange(`SELECT advance_inbox('${stepped.name}', '${topic}', '{a}', '{0}', '{1}')`, () =>
          hasBegun.open(),
        ),
      );
      await hasBegun.opened;
      await untilTaken(runner, [eventOf('a', 1)]);
      expect(await effects()).toEqual(['a:1']);
      await stopped.end();
    });

    it('has each effect once when replicas get the same events at once', async () => {
      const events = Array.from({ length: 40 }, (_, index) => eventOf(`k${index % 8}`, Math.floor(index / 8) + 1));
      await Promise.all([runner, replica(stepped), replica(stepped)].map((one) => untilTaken(one, events)));
      expect((await effects()).sort()).toEqual(events.map((e) => `${e.partitionkey}:${e.sequence}`).sort());
    });
  });

  it('goes on in another process when one was stopped in the middle of a transaction', async () => {
    await receive(eventOf('a', 1));
    const halt = gate();
    const begun = gate();
    consumer.before = () => {
      begun.open();
      return halt.opened;
    };
    const stopped = receive(eventOf('a', 2)).catch((error: unknown) => error);
    await begun.opened;
    consumer.before = () => undefined;
    await replica(consumer).receive(told([eventOf('a', 2), eventOf('a', 3)]), topic);
    halt.open();
    expect(await stopped).toBeInstanceOf(ConnectionLost);
    expect(await effects()).toEqual(['a:1', 'a:2', 'a:3']);
  });

  describe('failures', () => {
    const failFor = (key: string, error: () => Error, times = Number.POSITIVE_INFINITY): void => {
      let left = times;
      consumer.before = (event) => {
        if (event.partitionkey === key && left-- > 0) throw error();
      };
    };

    it('hold up their own key alone, in order, with the cause', async () => {
      failFor('bad', () => new Error('no such thing'));
      await receive(eventOf('a', 1), eventOf('bad', 1), eventOf('bad', 2), eventOf('b', 1));
      await receive(eventOf('bad', 3), eventOf('a', 2));
      expect(await effects()).toEqual(['a:1', 'b:1', 'a:2']);
      expect(await held()).toMatchObject([
        { topic, key: 'bad', cause: 'Error: no such thing', attempts: 1, waiting: 3 },
      ]);
    });

    it('are shown on one line of 500 characters at most', async () => {
      failFor('bad', () => new Error(`no such thing:\n${'x'.repeat(1_000)}`));
      await receive(eventOf('bad', 1));
      const cause = `Error: no such thing: ${'x'.repeat(1_000)}`.slice(0, 500);
      expect(await held()).toMatchObject([{ key: 'bad', cause }]);
    });

    it('keep what of their key came before them', async () => {
      consumer.before = ({ sequence }) => {
        if (sequence === 3) throw new Error('third');
      };
      await receive(...[1, 2, 3, 4].map((sequence) => eventOf('a', sequence)));
      expect(await effects()).toEqual(['a:1', 'a:2']);
    });

    it('are tried again with doubled delays a bounded number of times, and then parked', async () => {
      failFor('bad', () => new Error('always'));
      await runner.start();
      time.pass(0);
      await receive(eventOf('bad', 1));
      const delays: (number | undefined)[] = [];
      for (let attempts = 1; attempts < 9; attempts += 1) {
        await expectEventually(async () => {
          expect(await held()).toMatchObject([{ attempts }]);
          expect(time.nextInMs).toBe(100 * 2 ** (attempts - 1));
        });
        delays.push(time.nextInMs);
        time.pass(time.nextInMs ?? 0);
      }
      expect(delays).toEqual([100, 200, 400, 800, 1600, 3200, 6400, 12_800]);
      await expectEventually(async () => expect(await held()).toMatchObject([{ attempts: 9, retryAt: undefined }]));
      expect(await parking.parkedCount()).toBe(1);
      await runner.stop();
    });

    it('that pass let the key go on in order', async () => {
      failFor('a', () => new Error('once'), 3);
      await runner.start();
      time.pass(0);
      await receive(eventOf('a', 1), eventOf('a', 2));
      await receive(eventOf('a', 3));
      expect(await effects()).toEqual([]);
      await expectEventually(async () => {
        time.pass(time.nextInMs ?? 0);
        expect(await effects()).toEqual(['a:1', 'a:2', 'a:3']);
      });
      expect(await held()).toEqual([]);
      await receive(eventOf('a', 4));
      expect(await effects()).toEqual(['a:1', 'a:2', 'a:3', 'a:4']);
      await runner.stop();
    });

    it('with a code that can succeed later are tried for ever', async () => {
      failFor('a', () => new DomainError('ServiceUnavailable'), 30);
      await runner.start();
      await receive(eventOf('a', 1));
      await expectEventually(async () => {
        time.pass(60_000);
        expect(await effects()).toEqual(['a:1']);
      });
      await runner.stop();
    });

    it('with a code that cannot are parked at once', async () => {
      failFor('a', () => new DomainError('InvalidResourceState'));
      await receive(eventOf('a', 1));
      expect(await held()).toMatchObject([{ key: 'a', attempts: 1, retryAt: undefined }]);
    });

    it('are taken up by a process that starts after the one that met them is gone', async () => {
      failFor('a', () => new Error('once'), 1);
      await receive(eventOf('a', 1));
      time.pass(100);
      const next = replica(consumer);
      await next.start();
      time.pass(0);
      await expectEventually(async () => expect(await effects()).toEqual(['a:1']));
      await next.stop();
    });

    it('of a lost connection bring the batch again and park nothing', async () => {
      consumer.before = async () => {
        consumer.before = () => undefined;
        await services.admin.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE application_name = 'transfers' AND datname = current_database() AND state = 'idle in transaction'`,
        );
      };
      await expect(receive(eventOf('a', 1), eventOf('b', 1))).rejects.toThrow();
      expect(await held()).toEqual([]);
      await receive(eventOf('a', 1), eventOf('b', 1));
      expect(await effects()).toEqual(['a:1', 'b:1']);
    });
  });

  describe('foreign messages', () => {
    const set = async () => (await parking.foreign()).filter((one) => one.consumer === consumer.name);
    const stranger = (content: unknown): Message => ({ content, foreign: 'unsigned' });

    it.each([
      ['nothing', undefined],
      ['null', null],
      ['a number', 7],
      ['a text with NUL', 'a\0b'],
      ['an empty object', {}],
      ['a key of NUL', { ...eventOf('x', 1), partitionkey: '\0' }],
      ['a key too long for an index', { ...eventOf('x', 1), partitionkey: 'x'.repeat(10_000) }],
      ['a sequence that is no number', { ...eventOf('x', 1), sequence: 'first' }],
      ['a half surrogate', { type: '\ud800' }],
    ])('are those that say nothing of their place: %s', async (_, message) => {
      await receive(eventOf('a', 1), message, eventOf('a', 2));
      await receive(message, eventOf('a', 3));
      expect(await effects()).toEqual(['a:1', 'a:2', 'a:3']);
      expect(await set()).toMatchObject([{ topic, reason: 'no-place', count: 2 }]);
      expect(JSON.stringify(await set()).length).toBeLessThan(1_000);
      expect(await held()).toEqual([]);
    });

    it('take the place of no event: the real one of their sequence is handled', async () => {
      await receive(eventOf('a', 1));
      await runner.receive([stranger(eventOf('a', 2, { type: 'customers.unheard-of.v9' }))], topic);
      await receive(eventOf('a', 2), eventOf('a', 3));
      expect(await effects()).toEqual(['a:1', 'a:2', 'a:3']);
      expect(await held()).toEqual([]);
      expect(await set()).toMatchObject([
        { topic, reason: 'unsigned', count: 1, last: { key: 'a', sequence: 2, type: 'customers.unheard-of.v9' } },
      ]);
    });

    it('have what they stand for fetched from its source', async () => {
      const bus = new InMemoryBus();
      const listening = replica(consumer, bus);
      await listening.start();
      bus.tell(topic, eventOf('a', 1));
      bus.lose(topic, eventOf('a', 2));
      bus.intrude(topic, 'bad-signature', eventOf('a', 2));
      await expectEventually(async () => expect(await effects()).toEqual(['a:1', 'a:2']));
      await listening.stop();
    });

    it('have it fetched from behind what was handled', async () => {
      const bus = new InMemoryBus();
      const asked: unknown[] = [];
      bus.askFor = (_group, _topic, wanted) => Promise.resolve(void asked.push(...wanted));
      await receive(eventOf('a', 1), eventOf('a', 2));
      await replica(consumer, bus).receive([stranger(eventOf('a', 3)), stranger(eventOf('b', 7))], topic);
      expect(asked).toEqual([
        { key: 'a', from: 3 },
        { key: 'b', from: 1 },
      ]);
    });

    it('make nothing grow, however many keys they name', async () => {
      const bus = new InMemoryBus();
      const asked: string[] = [];
      bus.askFor = (_group, _topic, wanted) => Promise.resolve(void asked.push(...wanted.map(({ key }) => key)));
      const listening = replica(consumer, bus);
      const flood = Array.from({ length: 1_000 }, (_, index) => stranger(eventOf(`named-${index}`, 1)));
      await listening.receive(flood, topic);
      await listening.receive(flood, topic);
      expect(await set()).toMatchObject([{ reason: 'unsigned', count: 2_000 }]);
      const kept = await dataSource.query<{ key: string }[]>(
        `SELECT key FROM inbox WHERE key LIKE 'named-%' UNION SELECT key FROM inbox_failures WHERE key LIKE 'named-%'`,
      );
      expect(kept).toEqual([]);
      expect(asked).toHaveLength(20);
      time.pass(10_000);
      await listening.receive(flood, topic);
      expect(asked).toHaveLength(40);
    });
  });

  describe('a hole', () => {
    it('is visible with what is waited for, and closes', async () => {
      await receive(eventOf('a', 1), eventOf('a', 4));
      expect(await held()).toMatchObject([{ key: 'a', cause: 'waits for 2', missing: 2, attempts: 0, waiting: 1 }]);
      await receive(eventOf('a', 2));
      expect(await held()).toMatchObject([{ key: 'a', missing: 3, attempts: 0, waiting: 1 }]);
      await receive(eventOf('a', 3));
      expect(await effects()).toEqual(['a:1', 'a:2', 'a:3', 'a:4']);
      expect(await held()).toEqual([]);
    });

    it('has its source asked, after a while and then less and less', async () => {
      const bus = new InMemoryBus();
      const asked: unknown[] = [];
      bus.askFor = (group, of, wanted) => Promise.resolve(void asked.push([group, of, wanted]));
      const listening = replica(consumer, bus);
      await listening.start();
      time.pass(0);
      await listening.receive(told([eventOf('a', 3)]), topic);
      expect(asked).toEqual([]);
      for (let attempts = 1; attempts <= 6; attempts += 1) {
        await expectEventually(async () => {
          expect(await held()).toMatchObject([{ attempts: attempts - 1 }]);
          expect(time.nextInMs).toBe(1_000 * 2 ** (attempts - 1));
        });
        time.pass(time.nextInMs ?? 0);
      }
      await expectEventually(() => expect(asked).toHaveLength(6));
      expect(asked[0]).toEqual([listening.group, topic, [{ key: 'a', from: 1 }]]);
      expect(await parking.waitingCount()).toBe(1);
      await listening.stop();
    });

    it('is filled by its source', async () => {
      const bus = new InMemoryBus();
      const listening = replica(consumer, bus);
      await listening.start();
      bus.lose(topic, eventOf('a', 1), eventOf('a', 2));
      bus.tell(topic, eventOf('a', 3));
      await expectEventually(async () => {
        time.pass(time.nextInMs ?? 0);
        expect(await effects()).toEqual(['a:1', 'a:2', 'a:3']);
      });
      await listening.stop();
    });

    it('does not hide that what comes after it fails', async () => {
      consumer.before = () => {
        throw new DomainError('NotFound');
      };
      await receive(eventOf('a', 2));
      await receive(eventOf('a', 1));
      expect(await held()).toMatchObject([
        { key: 'a', missing: undefined, attempts: 1, retryAt: undefined, waiting: 2 },
      ]);
    });
  });

  describe('malformed messages of the true source', () => {
    it('hold up their key also when they are of a type that this build does not know', async () => {
      await receive(eventOf('a', 1), eventOf('a', 2, { type: 'customers.customer-renamed.v7' }), eventOf('a', 3));
      expect(await effects()).toEqual(['a:1']);
      const cause = 'MalformedEvent: /type is not known to this build';
      expect(await held()).toMatchObject([{ key: 'a', cause, retryAt: undefined, waiting: 2 }]);
    });

    it('hold up the key whose turn they took', async () => {
      const message = { ...eventOf('a', 2), time: 'yesterday' };
      await receive(eventOf('a', 1), message, eventOf('a', 3), eventOf('b', 1));
      expect(await effects()).toEqual(['a:1', 'b:1']);
      expect(await held()).toMatchObject([{ key: 'a', cause: 'MalformedEvent: /time invalid_format', waiting: 2 }]);
    });

    it('that come ahead of their turn are parked once it is theirs', async () => {
      await receive({ ...eventOf('a', 2), time: 'tomorrow' });
      expect(await held()).toMatchObject([{ key: 'a', missing: 1 }]);
      await receive(eventOf('a', 1), eventOf('a', 3));
      expect(await effects()).toEqual(['a:1']);
      expect(await held()).toMatchObject([{ key: 'a', waiting: 2 }]);
    });
  });

  describe('replay', () => {
    it('handles what waits in order, and lets the key go on', async () => {
      consumer.before = () => {
        throw new DomainError('NotFound');
      };
      await receive(eventOf('a', 1), eventOf('a', 2));
      await receive(eventOf('a', 3));
      consumer.before = () => undefined;
      await parking.replay({ consumer: consumer.name, topic, key: 'a' });
      expect(await effects()).toEqual(['a:1', 'a:2', 'a:3']);
      expect(await held()).toEqual([]);
      await receive(eventOf('a', 4));
      expect(await effects('a')).toEqual(['a:1', 'a:2', 'a:3', 'a:4']);
    });

    it('keeps the order while events of the key arrive', async () => {
      consumer.before = () => {
        throw new DomainError('NotFound');
      };
      const waiting = Array.from({ length: 30 }, (_, index) => eventOf('a', index + 1));
      await receive(...waiting);
      consumer.before = ({ sequence }) => {
        if (sequence === 17) throw new Error('one by one, please');
      };
      const arriving = async (): Promise<void> => {
        for (let sequence = 31; sequence <= 60; sequence += 1) await receive(eventOf('a', sequence));
      };
      const replaying = async (): Promise<void> => {
        await parking.replay({ consumer: consumer.name, topic, key: 'a' });
        consumer.before = () => undefined;
        await parking.replay({ consumer: consumer.name, topic, key: 'a' });
      };
      await Promise.all([arriving(), replaying()]);
      expect(await effects()).toEqual(Array.from({ length: 60 }, (_, index) => `a:${index + 1}`));
    });

    it('parks the key anew when it fails again, with the new cause', async () => {
      consumer.before = () => {
        throw new DomainError('NotFound');
      };
      await receive(eventOf('a', 1));
      consumer.before = () => {
        throw new DomainError('Forbidden');
      };
      await parking.replay({ consumer: consumer.name, topic, key: 'a' });
      expect(await held()).toMatchObject([{ key: 'a', attempts: 2, cause: expect.stringMatching(/^Forbidden: /) }]);
    });

    it('keeps a malformed message that is still malformed', async () => {
      await receive({ ...eventOf('a', 1), time: 'yesterday' });
      await parking.replay({ consumer: consumer.name, topic, key: 'a' });
      expect(await held()).toMatchObject([{ key: 'a', attempts: 2, waiting: 1 }]);
    });

    it('has each effect once when two replicas replay at once', async () => {
      consumer.before = () => {
        throw new DomainError('NotFound');
      };
      await receive(...[1, 2, 3].map((sequence) => eventOf('a', sequence)));
      consumer.before = () => undefined;
      const other = new ParkedKeyList(dataSource, { runners: [replica(consumer)] });
      await Promise.all([parking, other].map((one) => one.replay({ consumer: consumer.name, topic, key: 'a' })));
      expect(await effects()).toEqual(['a:1', 'a:2', 'a:3']);
      expect(await held()).toEqual([]);
    });

    it('refuses a consumer that does not run here', async () => {
      await expect(parking.replay({ consumer: 'nobody', topic, key: 'a' })).rejects.toThrow('nobody');
    });
  });
});
