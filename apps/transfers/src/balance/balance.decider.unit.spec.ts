import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { moneyToJson, usd } from '@halyard/core';
import { deciderSpec } from '../../test/decider-spec.js';
import { timedId } from '../../test/ids.js';
import {
  type BalanceCommand,
  balanceDecider,
  BalanceRefusal,
  type PlaceHold,
  type PostCoveredDebit,
  type PostCredit,
} from './balance.decider.js';
import { availableMinor, type Balance, type BalanceEvent, evolve, initial, postedBy } from './balance.model.js';
import { REMEMBERED_MAX } from './remembered-ids.js';

const given = deciderSpec(balanceDecider);
const at = '2026-01-05T12:00:00.000Z';
const contra = 'transit:p1';
const legId = timedId(1_000, 9);
const hold1 = timedId(1_000, 1);
const hold2 = timedId(1_000, 2);
const entry1 = timedId(1_000, 3);

const placeHold = (holdId: string, minor: bigint): PlaceHold => ({
  type: 'PlaceHold',
  holdId,
  legId,
  amount: moneyToJson(usd(minor)),
  contra,
  at,
});
const postCredit = (entryId: string, minor: bigint): PostCredit => ({
  type: 'PostCredit',
  entryId,
  legId,
  amount: moneyToJson(usd(minor)),
  contra,
  at,
});

const coveredDebit = (entryId: string, minor: bigint): PostCoveredDebit => ({
  ...postCredit(entryId, minor),
  type: 'PostCoveredDebit',
});

const held = (type: 'HoldPlaced' | 'HoldPosted' | 'HoldReleased', holdId: string, minor: bigint): BalanceEvent => ({
  type,
  data: { holdId, amount: moneyToJson(usd(minor)), contra, at },
});
const credited = (entryId: string, minor: bigint): BalanceEvent => ({
  type: 'CreditPosted',
  data: { entryId, amount: moneyToJson(usd(minor)), contra, at },
});
const debited = (entryId: string, minor: bigint): BalanceEvent => ({
  type: 'DebitPosted',
  data: { entryId, amount: moneyToJson(usd(minor)), contra, at, covered: true },
});
const debitRefused = (entryId: string, minor: bigint): BalanceEvent => ({
  type: 'DebitRefused',
  data: { entryId, amount: moneyToJson(usd(minor)), contra, at },
});
/** As it is decided: with what the balance is after it. */
const posted = (event: BalanceEvent, number: number, total: bigint): BalanceEvent =>
  ({ ...event, data: { ...event.data, posting: { number, total: moneyToJson(usd(total)), legId } } }) as BalanceEvent;
const credit100 = credited(entry1, 100_00n);

describe('placing a hold', () => {
  it('takes what is available', () =>
    given(credit100)
      .when(placeHold(hold1, 100_00n))
      .then(held('HoldPlaced', hold1, 100_00n)));

  it('refuses a hold above available, even when posted would cover it', () =>
    given(credit100, held('HoldPlaced', hold1, 60_00n))
      .when(placeHold(hold2, 50_00n))
      .thenRefused('InsufficientAvailableBalance'));

  it('refuses on an empty balance', () =>
    given().when(placeHold(hold1, 1n)).thenRefused('InsufficientAvailableBalance'));

  it('counts what was released as available again', () =>
    given(credit100, held('HoldPlaced', hold1, 60_00n), held('HoldReleased', hold1, 60_00n))
      .when(placeHold(hold2, 100_00n))
      .then(held('HoldPlaced', hold2, 100_00n)));

  it('ignores a redelivered command while the hold is open', () =>
    given(credit100, held('HoldPlaced', hold1, 60_00n))
      .when(placeHold(hold1, 60_00n))
      .then());

  it.each(['HoldPosted', 'HoldReleased'] as const)('ignores a redelivered command after %s', (type) =>
    given(credit100, held('HoldPlaced', hold1, 60_00n), held(type, hold1, 60_00n))
      .when(placeHold(hold1, 60_00n))
      .then(),
  );

  it('refuses an open hold under another amount', () =>
    given(credit100, held('HoldPlaced', hold1, 60_00n))
      .when(placeHold(hold1, 10_00n))
      .thenRefused('HoldIdReused'));
});

describe('closing a hold', () => {
  it('posts what was held against the contra account that the hold names', () =>
    given(credit100, held('HoldPlaced', hold1, 60_00n))
      .when({ type: 'PostHold', holdId: hold1, legId, at })
      .then(posted(held('HoldPosted', hold1, 60_00n), 2, 40_00n)));

  it('releases what was held', () =>
    given(credit100, held('HoldPlaced', hold1, 60_00n))
      .when({ type: 'ReleaseHold', holdId: hold1, legId, at })
      .then(held('HoldReleased', hold1, 60_00n)));

  it.each(['PostHold', 'ReleaseHold'] as const)('%s of a hold that is not open changes nothing', (type) => {
    given(credit100).when({ type, holdId: hold1, legId, at }).then();
    given(credit100, held('HoldPlaced', hold1, 60_00n), held('HoldReleased', hold1, 60_00n))
      .when({ type, holdId: hold1, legId, at })
      .then();
    given(credit100, held('HoldPlaced', hold1, 60_00n), held('HoldPosted', hold1, 60_00n))
      .when({ type, holdId: hold1, legId, at })
      .then();
  });
});

describe('posting a credit', () => {
  it('adds to the balance', () =>
    given()
      .when(postCredit(entry1, 5_00n))
      .then(posted(credited(entry1, 5_00n), 1, 5_00n)));
  it('ignores a redelivered command', () => given(credit100).when(postCredit(entry1, 100_00n)).then());
});

describe('a covered debit', () => {
  const debit1 = timedId(1_000, 5);

  it('takes what is available', () =>
    given(credit100)
      .when(coveredDebit(debit1, 100_00n))
      .then(posted(debited(debit1, 100_00n), 2, 0n)));

  it('above available is refused by an event, even when posted would cover it', () =>
    given(credit100, held('HoldPlaced', hold1, 60_00n))
      .when(coveredDebit(debit1, 50_00n))
      .then(debitRefused(debit1, 50_00n)));

  it('is made once', () => given(credit100, debited(debit1, 1n)).when(coveredDebit(debit1, 1n)).then());

  it('that was refused stays refused, whatever came in since', () =>
    given(debitRefused(debit1, 1n), credit100)
      .when(coveredDebit(debit1, 1n))
      .thenRefused('InsufficientAvailableBalance'));

  it('that was refused changes neither the balance nor its time', () => {
    const { refused: _, revision, ...before } = [credit100].reduce(evolve, initial());
    const after = [credit100, debitRefused(debit1, 1n)].reduce(evolve, initial());
    expect(after).toMatchObject(before);
    expect(after.revision).toBe(revision + 1);
  });

  it('can not be told about once so many were refused that it may be one of them', () =>
    given(...Array.from({ length: REMEMBERED_MAX + 1 }, (_, index) => debitRefused(timedId(10_000 + index, index), 1n)))
      .when(coveredDebit(timedId(9_000, 7), 1n))
      .thenRefused('TooOldToTell'));
});

describe('ids older than memory', () => {
  /** One more settled id than is remembered, each a millisecond younger than the one before: the first is forgotten. */
  const crowded = (): BalanceEvent[] =>
    Array.from({ length: REMEMBERED_MAX + 1 }, (_, index) => credited(timedId(10_000 + index, index), 1n));
  const lastRevision = REMEMBERED_MAX;

  it('knows an id that is newer than everything forgotten', () =>
    given(...crowded())
      .when(postCredit(timedId(10_001, 9_999_999), 1n))
      .then(posted(credited(timedId(10_001, 9_999_999), 1n), REMEMBERED_MAX + 2, BigInt(REMEMBERED_MAX) + 2n)));

  it.each([
    ['forgotten', timedId(10_000, 0)],
    ['never seen', timedId(9_000, 7)],
  ])('can not tell about a credit that was %s', (_, id) =>
    given(...crowded())
      .when(postCredit(id, 1n))
      .thenRefused('TooOldToTell'),
  );

  it('can not tell about such a hold either', () =>
    given(...crowded())
      .when(placeHold(timedId(9_000, 7), 1n))
      .thenRefused('TooOldToTell'));

  it('decides once the stream was read and the id is not in it', () => {
    const id = timedId(9_000, 7);
    given(...crowded())
      .when({ ...postCredit(id, 1n), absentThrough: lastRevision })
      .then(posted(credited(id, 1n), REMEMBERED_MAX + 2, BigInt(REMEMBERED_MAX) + 2n));
  });

  it('does not trust a reading that ended before something was recorded and forgotten', () => {
    const id = timedId(9_000, 7);
    const since = Array.from({ length: REMEMBERED_MAX + 1 }, (_, index) =>
      credited(timedId(50_000 + index, index), 1n),
    );
    given(...crowded(), ...since)
      .when({ ...postCredit(id, 1n), absentThrough: lastRevision })
      .thenRefused('TooOldToTell');
  });

  it('never forgets an open hold', () =>
    given(credited(entry1, 5n), held('HoldPlaced', hold1, 5n), ...crowded())
      .when({ type: 'PostHold', holdId: hold1, legId, at })
      .then(posted(held('HoldPosted', hold1, 5n), REMEMBERED_MAX + 3, BigInt(REMEMBERED_MAX) + 1n)));

  it('keeps its memory bounded', () => {
    const balance = [...crowded(), ...crowded()].reduce(evolve, initial());
    expect(balance.settled.revisions.size).toBe(REMEMBERED_MAX);
    expect(balance.holds.size).toBe(0);
  });
});

const ids = [hold1, hold2, entry1, timedId(1_000, 4)];
const anyTime = fc.integer({ min: 0, max: 9 }).map((second) => `2026-01-05T12:00:0${second}.000Z`);
const anyCommand: fc.Arbitrary<BalanceCommand> = fc.oneof(
  fc.record({
    type: fc.constant('PlaceHold' as const),
    holdId: fc.constantFrom(...ids),
    amount: fc.bigInt(1n, 9n).map((minor) => moneyToJson(usd(minor))),
    contra: fc.constant(contra),
    legId: fc.constant(legId),
    at: anyTime,
  }),
  fc.record({
    type: fc.constant('PostHold' as const),
    holdId: fc.constantFrom(...ids),
    legId: fc.constant(legId),
    at: anyTime,
  }),
  fc.record({
    type: fc.constant('ReleaseHold' as const),
    holdId: fc.constantFrom(...ids),
    legId: fc.constant(legId),
    at: anyTime,
  }),
  fc.record({
    type: fc.constant('PostCredit' as const),
    entryId: fc.uuid({ version: 7 }),
    amount: fc.bigInt(1n, 9n).map((minor) => moneyToJson(usd(minor))),
    contra: fc.constant(contra),
    legId: fc.constant(legId),
    at: anyTime,
  }),
  fc.record({
    type: fc.constant('PostCoveredDebit' as const),
    entryId: fc.constantFrom(...ids),
    amount: fc.bigInt(1n, 9n).map((minor) => moneyToJson(usd(minor))),
    contra: fc.constant(contra),
    legId: fc.constant(legId),
    at: anyTime,
  }),
);

interface Run {
  readonly live: Balance;
  readonly events: BalanceEvent[];
  readonly honoured: BalanceCommand[];
}

function run(commands: readonly BalanceCommand[]): Run {
  const live = initial();
  const events: BalanceEvent[] = [];
  const honoured: BalanceCommand[] = [];
  for (const command of commands) {
    try {
      const decided = balanceDecider.decide(command, live);
      decided.forEach((event) => evolve(live, event));
      events.push(...decided);
      if (decided.some(({ type }) => type !== 'DebitRefused')) honoured.push(command);
    } catch (error) {
      if (!(error instanceof BalanceRefusal)) throw error;
    }
  }
  return { live, events, honoured };
}

describe('whatever is asked, in whatever order', () => {
  it('no hold or covered debit overdraws available, and held is the sum of the open holds', () =>
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 60 }), (commands) => {
        const { live } = run(commands);
        expect(availableMinor(live)).toBeGreaterThanOrEqual(0n);
        expect(live.heldMinor).toBe([...live.holds.values()].reduce((sum, { minor }) => sum + minor, 0n));
      }),
    ));

  it('postings are numbered without gaps, name the total after them, and no event is before another', () =>
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 60 }), (commands) => {
        const { live, events } = run(commands);
        let total = 0n;
        let number = 0;
        for (const event of events) {
          const minor = postedBy(event);
          if (minor === undefined) {
            expect('posting' in event.data).toBe(false);
            continue;
          }
          total += minor;
          number += 1;
          expect(event.data).toMatchObject({ posting: { number, total: moneyToJson(usd(total)), legId } });
        }
        expect([live.postings, live.postedMinor]).toEqual([number, total]);
        const times = events.map(({ data }) => data.at);
        expect(times).toEqual([...times].sort());
      }),
    ));

  it('replay equals live', () =>
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 60 }), (commands) => {
        const { live, events } = run(commands);
        expect(events.reduce(evolve, initial())).toEqual(live);
      }),
    ));

  it('what was honoured changes nothing when it comes again', () =>
    fc.assert(
      fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
        const { live, honoured } = run(commands);
        for (const command of honoured) expect(balanceDecider.decide(command, live)).toEqual([]);
      }),
    ));
});
