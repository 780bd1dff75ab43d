import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { bankNumbersQuery, NUMBERS_AT_ONCE_MAX } from '@halyard/contracts/bank-files';
import { DomainError, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { factAnswer, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { World } from '../../test/world.js';
import { transfersService } from '../transfers.module.js';
import type { Draw, LegToDraw } from './bank-behavior.js';
import { BankNumbers } from './bank-numbers.js';
import { EntryDraws } from './entry-draws.js';

const NUMBERS = 'POST /internal/funding-sources/numbers';
const BANK = '222222226';

let service: TestService;
let world: World;
let draws: EntryDraws;
beforeAll(async () => {
  service = await startTestService(transfersService);
  draws = service.get(EntryDraws);
});
afterAll(() => service.stop());
beforeEach(() => {
  jest.restoreAllMocks();
  world = new World(service);
  service.services.answer(NUMBERS, new DomainError('ServiceUnavailable'));
});

const leg = (over: Partial<LegToDraw> = {}): LegToDraw => ({
  legId: newId(),
  correlationId: null,
  numberAtBanks: 1,
  direction: 'debit',
  route: 'ach',
  amountMinor: 10_000n,
  fundingSourceId: newId(),
  ownerKind: 'customer',
  ownerId: newId(),
  customerType: 'personal',
  isNamed: false,
  ...over,
});
const legs = (count: number, over: Partial<LegToDraw> = {}): LegToDraw[] =>
  Array.from({ length: count }, () => leg(over));

const operation = (of = world) => ({
  id: newId(),
  requestId: newId(),
  principal: of.principal,
  at: service.clock.system().toISOString(),
});
const freeze = (drawn: readonly LegToDraw[], of = world, by = draws) => by.freeze(of.accountId, drawn, operation(of));
const inOrder = (drawn: readonly LegToDraw[], found: ReadonlyMap<string, Draw>) =>
  drawn.map(({ legId }) => found.get(legId));
const entriesOf = async (drawn: readonly LegToDraw[], of = world) =>
  inOrder(drawn, await freeze(drawn, of)).map((draw) => draw?.entry);

const set = async (...rules: readonly object[]) => {
  const { status, body } = await world.call('POST', '/sandbox-bank-behavior', { body: { seed: 'ci-42', rules } });
  if (status !== 200) throw new Error(JSON.stringify(body));
};
async function counts(): Promise<unknown> {
  const { body } = await world.call('GET', '/sandbox-bank-behavior');
  return body.type === 'resource' ? body.attributes['counts'] : body;
}
const nsf = { name: 'nsf', share: '0.02', then: { return: 'R01', after: 'P1D' } };

describe('entries that are frozen', () => {
  it('have the numbers of their account in the order that is given, beside those with a correlation id', async () => {
    const [one, two] = [legs(2), [leg({ correlationId: 'order-17', numberAtBanks: 2 }), leg(), leg({ isNamed: true })]];
    expect(await entriesOf(one)).toEqual(['#1', '#2']);
    expect(await entriesOf(two)).toEqual(['order-17/2', '#3', '#4']);
    expect(await entriesOf(legs(1), new World(service))).toEqual(['#1']);
  });

  it('are struck exactly as the contract says', async () => {
    await set(nsf);
    const drawn = legs(200);
    const struck = inOrder(drawn, await freeze(drawn)).filter((draw) => draw?.rule !== undefined);
    expect(struck).toEqual(
      ['#18', '#96', '#139', '#174'].map((entry) => ({
        ...{ entry, rule: 'nsf', conduct: { return: 'R01', after: 'P1D' }, isLeftOut: false },
      })),
    );
    expect(await counts()).toEqual([{ rule: 'nsf', looked: 200, struck: 4 }]);
  });

  it('are drawn once, and count once', async () => {
    await set({ name: 'all', then: { delay: 'P1D' } });
    const drawn = legs(2);
    const first = await freeze(drawn);
    await set({ name: 'other', then: { return: 'R03' } });
    const more = [...drawn, leg()];
    expect(inOrder(more, await freeze(more)).map((draw) => draw?.rule)).toEqual(['all', 'all', 'other']);
    expect([await draws.of(drawn.map(({ legId }) => legId)), await counts()]).toEqual([
      first,
      [{ rule: 'other', looked: 1, struck: 1 }],
    ]);
  });

  it('are counted from where the account was, and anew after a change, though numbers go on', async () => {
    await set({ name: 'third', every: 3, then: { return: 'R01' } });
    await freeze(legs(2));
    const [third] = await struckOf(legs(1));
    expect(third).toMatchObject({ entry: '#3', rule: 'third' });
    await set({ name: 'first', first: 1, then: { return: 'R01' } });
    expect(await struckOf(legs(2))).toMatchObject([{ entry: '#4', rule: 'first' }]);
  });

  const struckOf = async (drawn: readonly LegToDraw[]) =>
    inOrder(drawn, await freeze(drawn)).filter((draw) => draw?.rule !== undefined);

  it('may be none', async () => {
    expect((await freeze([])).size).toBe(0);
  });

  it('need no numbers of banks unless a rule names one', async () => {
    await set(nsf);
    await freeze(legs(1));
    expect(service.services.calls.filter(({ path }) => path.endsWith('/numbers'))).toEqual([]);
  });

  it('are drawn by the numbers of their banks, asked in pages, and none without them', async () => {
    await set({ name: 'down', when: { routingNumber: BANK }, then: { return: 'R13' } });
    const drawn = legs(NUMBERS_AT_ONCE_MAX + 1);
    await expect(freeze(drawn)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    expect(await draws.of(drawn.map(({ legId }) => legId))).toEqual(new Map());
    const numbers = { routingNumber: BANK, accountNumber: '123456789' };
    const [erased] = drawn;
    service.services.answer(NUMBERS, ({ body }) => {
      const banks = bankNumbersQuery.parse(body).banks.map(({ fundingSourceId }) => ({
        ...{ fundingSourceId, version: 1 },
        ...(fundingSourceId !== erased?.fundingSourceId && { numbers }),
      }));
      return factAnswer({ banks });
    });
    expect(await struckOf(drawn)).toHaveLength(NUMBERS_AT_ONCE_MAX);
  });

  it('are drawn by the behaviour that holds when they are, also one that has come since it was read', async () => {
    const byNumber = { name: 'old', when: { routingNumber: BANK }, then: { return: 'R13' } };
    await set(byNumber);
    const found = jest.spyOn(service.get(BankNumbers), 'of').mockImplementation(async () => {
      await set({ name: 'new', then: { return: 'R01' } });
      return new Map();
    });
    expect(await struckOf(legs(1))).toMatchObject([{ entry: '#1', rule: 'new' }]);
    expect(found).toHaveBeenCalledTimes(1);
  });

  it('are drawn one after the other in an account', async () => {
    await set(nsf);
    const drawn = legs(1);
    const held = service.dataSource.createQueryRunner();
    await held.startTransaction();
    await held.query('SELECT FROM bank_behaviors WHERE account_id = $1 FOR UPDATE', [world.accountId]);
    const freezing = entriesOf(drawn);
    await until('it waits', async () => {
      const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      return (await service.dataSource.query<unknown[]>(sql)).length > 0;
    });
    await held.query('UPDATE bank_behaviors SET entries = 7 WHERE account_id = $1', [world.accountId]);
    await held.commitTransaction();
    await held.release();
    expect(await freezing).toEqual(['#8']);
  });

  it('are left out where a simulation says so', async () => {
    const drawn = legs(2);
    await freeze(drawn);
    const [first, second] = drawn.map(({ legId }) => legId);
    await service.dataSource.transaction((tx) => draws.leaveOut(tx, [first ?? '']));
    const found = await draws.of([first ?? '', second ?? '']);
    expect([...found.values()].map(({ isLeftOut }) => isLeftOut).sort()).toEqual([false, true]);
  });
});

describe('values of a correction', () => {
  const correcting = { name: 'moved', then: { correct: 'C01', corrected: { accountNumber: '98765432109' } } };

  it('are kept sealed with the entry, for the owner of the bank', async () => {
    await set(correcting);
    const drawn = leg();
    expect((await freeze([drawn])).get(drawn.legId)?.conduct).toEqual({ correct: 'C01' });
    await set();
    expect(await draws.correctedValues(drawn.legId)).toEqual({ accountNumber: '98765432109' });
    const sql = 'SELECT entry_draws::text AS text FROM entry_draws WHERE leg_id = $1';
    const text = JSON.stringify(await service.dataSource.query<unknown[]>(sql, [drawn.legId]));
    for (const form of ['98765432109', Buffer.from('98765432109').toString('hex')]) expect(text).not.toContain(form);
  });

  it('are lost with the numbers and counts of their entries where the process dies before they are stored', async () => {
    await set(correcting);
    const drawn = legs(3);
    const dying = jest
      .spyOn(service.get(Sealer), 'seal')
      .mockImplementationOnce(() => Promise.resolve(Buffer.from('a')));
    dying.mockRejectedValueOnce(new Error('dies'));
    await expect(freeze(drawn)).rejects.toThrow('dies');
    expect([await draws.of(drawn.map(({ legId }) => legId)), await counts()]).toMatchObject([
      new Map(),
      [{ looked: 0 }],
    ]);
    expect(await entriesOf(drawn)).toEqual(['#1', '#2', '#3']);
    expect(await counts()).toEqual([{ rule: 'moved', looked: 3, struck: 3 }]);
  });

  it('are gone once their owner was erased, and there are none without a correction', async () => {
    await set(correcting);
    const [erased, other] = [leg(), leg({ isNamed: true })];
    await freeze([erased, other]);
    await service.dataSource.transaction((tx) => service.get(Sealer).destroy(tx, erased.ownerId));
    expect([await draws.correctedValues(erased.legId), await draws.correctedValues(other.legId)]).toEqual([
      undefined,
      undefined,
    ]);
  });
});

it('asks fifty rules about ten thousand entries', async () => {
  await set(
    nsf,
    ...Array.from({ length: 49 }, (_, n) => ({
      ...{ name: `r-${n}`, every: 20_000, when: { amount: { from: '1.00' } } },
      ...{ then: { correct: 'C04', corrected: { name: 'Ada Byron' } } },
    })),
  );
  const drawn = legs(10_000);
  const found = await freeze(drawn);
  expect([found.size, found.get(drawn.at(-1)?.legId ?? '')?.entry]).toEqual([10_000, '#10000']);
  expect(await counts()).toContainEqual({ rule: 'r-48', looked: 10_000, struck: 0 });
});

describe('a process beside another', () => {
  let beside: TestService;
  beforeAll(async () => {
    beside = await startTestService(transfersService, { beside: service });
  });
  afterAll(() => beside.stop());

  it('draws each entry once when both freeze the same ones, and gives each number once', async () => {
    await set(nsf);
    const [shared, own, others] = [legs(150), legs(50), legs(50)];
    const [mine, theirs] = await Promise.all([
      freeze([...shared, ...own]),
      freeze([...shared, ...others], world, beside.get(EntryDraws)),
    ]);
    expect(inOrder(shared, mine)).toEqual(inOrder(shared, theirs));
    const names = [...inOrder([...shared, ...own], mine), ...inOrder(others, theirs)].map((draw) => draw?.entry);
    const numbers = names.map((name) => Number(name?.slice(1))).toSorted((one, other) => one - other);
    expect(numbers).toEqual(Array.from({ length: 250 }, (_, index) => index + 1));
    expect(await counts()).toMatchObject([{ looked: 250 }]);
  });
});
