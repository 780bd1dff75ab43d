import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import { created, type Operation } from '@halyard/contracts';
import { transferRoutes } from '@halyard/contracts/transfers';
import { type Claim, DAY_MS, DomainError, newId } from '@halyard/core';
import { ClaimLost, type EventStore, eventStoreMigrations, PostgresEventStore } from '@halyard/event-store';
import { errorAnswer, type Handle, type ServiceAnswer } from '@halyard/http';
import { createTestDatabase, type TestDatabase } from '@halyard/testing';
import { TestClock } from '@halyard/testing/clock';
import { DataSource } from 'typeorm';
import { type AskedRequest, codeOf, KeyedService } from '../../test/keyed-service.js';
import { gate } from '@halyard/testing/waiting';
import { claimForAppends } from './idempotency-records.js';
import { type Effect, Effects } from './effects.js';
import { changesMigrations } from '../changes-migrations.js';

/** As it is in the table: behind the namespace. */
const storedStream = (id: string): string => `halyard_thing-${id}`;

/** Things that are streams: one is made by the append that claims its key. */
class Streams extends Effects {
  constructor(private readonly store: EventStore) {
    super();
  }

  override readonly route = transferRoutes.createTransfer;

  override async outcomeOf({ id }: Pick<Operation, 'id'>): Promise<Effect> {
    for await (const { type } of this.store.read(`thing-${id}`)) {
      return type === 'Made' ? { kind: 'stands', answer: made(id) } : { kind: 'refused' };
    }
    return { kind: 'none' };
  }
}

const made = (id: string): ServiceAnswer => ({ status: 201, body: created('transfer', id) });
const refused = (): ServiceAnswer => errorAnswer(new DomainError('ValidationError'));
const away = (): ServiceAnswer => errorAnswer(new DomainError('ServiceUnavailable'));

/** One process of a service whose effects are appends. */
class Process {
  readonly service: KeyedService;

  constructor(
    dataSource: DataSource,
    readonly store: EventStore,
    clock: TestClock,
  ) {
    this.service = new KeyedService(dataSource, { clock, effects: new Streams(store) });
  }

  send(asked: AskedRequest, handle: Handle = (operation, claim) => this.append(operation, 'Made', claim)) {
    return this.service.send({ path: '/transfers', ...asked }, handle);
  }

  async append({ id }: Pick<Operation, 'id'>, type: 'Made' | 'Refused', claim?: Claim): Promise<ServiceAnswer> {
    try {
      await this.store.append({
        stream: `thing-${id}`,
        expected: 'no-stream',
        events: [{ id: newId(), type, data: null }],
        claim,
      });
      return type === 'Made' ? made(id) : refused();
    } catch (error) {
      if (error instanceof ClaimLost) return errorAnswer(new DomainError('Conflict'));
      throw error;
    }
  }
}

describe('a key that the first append of its operation claims', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let one: Process;
  let other: Process;
  let key: string;
  beforeAll(async () => {
    database = await createTestDatabase();
    const migrations = [...changesMigrations, ...eventStoreMigrations];
    dataSource = await new DataSource({ type: 'postgres', url: database.url, migrations }).initialize();
    await dataSource.runMigrations();
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(() => {
    key = newId();
    const clock = new TestClock();
    const store = () => new PostgresEventStore(database.url, { claims: claimForAppends(clock) });
    [one, other] = [new Process(dataSource, store(), clock), new Process(dataSource, store(), clock)];
  });
  afterEach(() => Promise.all([one.store.close(), other.store.close()]));

  const recordOf = async (asked: string): Promise<unknown[]> => {
    const { principal } = one.service;
    const id = one.service.records.idOf({ id: newId(), principal, key: asked });
    return dataSource.query('SELECT operation_id FROM operations WHERE id = $1 AND fingerprint IS NOT NULL', [id]);
  };
  const eventsOf = ({ service }: Process): Promise<unknown[]> => {
    const streams = service.handled.map(({ id }) => storedStream(id));
    return dataSource.query('SELECT stream, type FROM events WHERE stream = ANY ($1) ORDER BY position', [streams]);
  };
  const handled = () => one.service.handled.length + other.service.handled.length;

  it('stands with the append, whose answer every repeat gets', async () => {
    const first = await one.send({ key });
    expect([first.status, await recordOf(key)]).toEqual([201, [{ operation_id: one.service.handled[0]?.id }]]);
    expect(await one.send({ key })).toEqual({ ...first, isReplayed: true });
    expect(await other.send({ key })).toEqual({ ...first, isReplayed: true });
    expect((await other.send({ key, body: { other: 1 } })).status).toBe(422);
  });

  it('is made once, by whichever process comes first', async () => {
    for (let round = 0; round < counts.claims; round += 1) {
      const asked = { key: newId() };
      const answers = await Promise.all([one.send(asked), other.send(asked), one.send(asked), other.send(asked)]);
      const ids = new Set(answers.flatMap(({ body }) => (body.type === 'created' ? [body.resource.id] : [])));
      expect(ids.size).toBe(1);
      expect(answers.every((answer) => answer.status === 201 || codeOf(answer) === 'Conflict')).toBe(true);
      expect(await recordOf(asked.key)).toEqual([{ operation_id: [...ids][0] }]);
    }
  });

  it('is free again once it was refused by an append', async () => {
    expect((await one.send({ key }, (operation, claim) => one.append(operation, 'Refused', claim))).status).toBe(400);
    expect(await recordOf(key)).toEqual([]);
    expect((await other.send({ key, body: { other: 1 } })).status).toBe(201);
    expect(other.service.handled).toHaveLength(1);
  });

  it('is decided on where what was refused meanwhile was sent before', async () => {
    const [began, end] = [gate(), gate()];
    const first = one.send({ key }, async (operation, claim) => {
      began.open();
      await end.opened;
      return one.append(operation, 'Refused', claim);
    });
    await began.opened;
    const second = await other.send({ key }, async (operation, claim) => {
      end.open();
      expect((await first).status).toBe(400);
      return other.append(operation, 'Made', claim);
    });
    expect([second.status, (await eventsOf(other)).length]).toEqual([201, 1]);
  });

  describe.each<[string, ConstructorParameters<typeof PostgresEventStore>[1]]>([
    ['in the commit of the append', { claims: claimForAppends(new TestClock()) }],
    ['in front of the append', {}],
  ])('%s', (_, options) => {
    let hung: Process;
    let go: () => void;
    let answered: Promise<ServiceAnswer>;
    /** A process that has decided and stops before it appends. */
    beforeEach(async () => {
      hung = new Process(dataSource, new PostgresEventStore(database.url, options), one.service.clock);
      const [began, end] = [gate(), gate()];
      go = () => end.open();
      answered = hung.send({ key }, async (operation, claim) => {
        began.open();
        await end.opened;
        return hung.append(operation, 'Made', claim);
      });
      await began.opened;
    });
    afterEach(() => hung.store.close());

    it.each<[string, Handle]>([
      ['by an append', (operation, claim) => other.append(operation, 'Refused', claim)],
      ['without one', () => Promise.resolve(refused())],
    ])('lets no process that hung before it do what was refused since, %s', async (_how, refuse) => {
      expect((await other.send({ key }, refuse)).status).toBe(400);
      go();
      expect([codeOf(await answered), await eventsOf(hung)]).toEqual(['Conflict', []]);
      const again = await hung.send({ key, body: { other: 1 } });
      expect([again.status, (await eventsOf(hung)).length]).toEqual([201, 1]);
    });

    it('answers what was done elsewhere meanwhile', async () => {
      const done = await other.send({ key });
      go();
      expect([await answered, await eventsOf(hung)]).toEqual([{ ...done, isReplayed: true }, []]);
    });
  });

  it('is looked at before a refusal that appends nothing is answered', async () => {
    const refuse = () => Promise.resolve(refused());
    expect([(await one.send({ key }, refuse)).status, await recordOf(key)]).toEqual([400, []]);
    const first = await one.send({ key });
    expect(await other.send({ key }, refuse)).toEqual({ ...first, isReplayed: true });
    expect((await other.send({ key, body: {} }, refuse)).status).toBe(422);
  });

  it('is not used where nothing came of it', async () => {
    expect((await one.send({ key }, () => Promise.resolve(away()))).status).toBe(503);
    expect([await recordOf(key), handled()]).toEqual([[], 1]);
    expect((await other.send({ key, body: { other: 1 } })).status).toBe(201);
  });

  it('is completed by a repeat where the append stood and nobody was answered', async () => {
    const cutOff: Handle = async (operation, claim) => {
      await one.append(operation, 'Made', claim);
      return away();
    };
    expect((await one.send({ key }, cutOff)).status).toBe(503);
    const again = await other.send({ key });
    expect(again).toEqual({ ...made(one.service.handled[0]?.id ?? ''), isReplayed: true });
    const tried = other.service.handled.map(({ id }) => storedStream(id));
    expect(await dataSource.query('SELECT FROM events WHERE stream = ANY ($1)', [tried])).toEqual([]);
  });

  it('is new again after 24 hours', async () => {
    const first = await one.send({ key });
    one.service.clock.advance(DAY_MS + 60_000);
    const later = await other.send({ key });
    expect([later.status, later.isReplayed]).toEqual([201, undefined]);
    expect(later).not.toEqual(first);
  });
});
