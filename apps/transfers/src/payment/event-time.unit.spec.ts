import { describe, expect, it } from '@jest/globals';
import { InMemoryEventStore } from '@halyard/event-store/testing';
import type { EventStore } from '@halyard/event-store';
import { newId } from '@halyard/core';
import { TestClock } from '@halyard/testing/clock';
import { type Fate, FaultyEventStore } from '../../test/faulty-event-store.js';
import { everyEvent, settle, startProcess } from '../../test/payment-processes.js';
import { balancesOf, type PaymentKind, type PaymentUnderTest, termsOf, when } from '../../test/payments.js';
import { balanceStream } from '../balance/balance.model.js';
import { postedLines } from '../statement/statement-lines.js';
import { timed, timeOf } from './event-time.js';
import { paymentStream } from './payment.model.js';

const after = (ms: number): string => new Date(Date.parse(when) + ms).toISOString();
const clockAt = (ms: number): TestClock => new TestClock(new Date(after(ms)));

describe('the time of what is committed', () => {
  it.each([
    ['at once', 0, 0],
    ['two seconds later', 2_000, 0],
    ['later than that', 2_001, 2_001],
    ['on a clock that is behind', -5_000, 0],
  ])('is that which was asked for, or of its commit: %s', (_, nowMs, expectedMs) =>
    expect(timeOf(when, new Date(after(nowMs)))).toBe(after(expectedMs)),
  );

  it.each([
    ['is never before the event before it', { at: when }, 0, after(1_000), { at: after(1_000) }],
    [
      'keeps the bank’s earlier date beside it',
      { at: when, bankDate: when },
      3_000,
      undefined,
      { at: after(3_000), bankDate: when },
    ],
    ['has no other date of the same time', { at: when, bankDate: when }, 0, undefined, { at: when }],
    ['has no later date beside it', { at: when, bankDate: after(1) }, 0, undefined, { at: when }],
  ])('%s', (_, data, nowMs, before, expected) =>
    expect(timed({ data }, new Date(after(nowMs)), before)).toEqual({ data: expected }),
  );
});

async function fund(store: EventStore, { kind, source }: PaymentUnderTest): Promise<void> {
  if (kind === 'deposit') return;
  const { process } = startProcess(store);
  const funding = termsOf('deposit', { destination: source, minor: 15_00n });
  await process.begin(funding, {});
  await settle(process, funding);
}

/** The payment's process dies at an append. @returns all events until then */
async function cutOff(store: EventStore, terms: PaymentUnderTest, step: number, fate: Fate) {
  let count = 0;
  const dying = new FaultyEventStore(store, () => {
    count += 1;
    if (count < step) return 'committed';
    dying.sever();
    return fate;
  });
  const { process } = startProcess(dying);
  await expect(process.begin(terms, {}).then(() => settle(process, terms))).rejects.toThrow();
  await dying.settled();
  return everyEvent(store);
}

const timesOf = (events: readonly { readonly data: unknown }[]): string[] =>
  events.map(({ data }) => (data as { at: string }).at);

describe('a payment that was cut off', () => {
  const kinds: readonly (readonly [PaymentKind, number])[] = [
    ['deposit', 5],
    ['withdrawal', 6],
    ['balanceTransfer', 4],
  ];
  const crashes = kinds.flatMap(([kind, appends]) =>
    Array.from({ length: appends }, (_, step) => step + 1).flatMap((step) =>
      (['refused', 'lost'] as const).flatMap((fate) =>
        [1_000, 3_000].map((laterMs): [PaymentKind, number, Fate, number] => [kind, step, fate, laterMs]),
      ),
    ),
  );

  it.each(crashes)('a %s, at append %i, %s, and goes on %i ms later', async (kind, step, fate, laterMs) => {
    const store = new InMemoryEventStore();
    const terms = termsOf(kind);
    await fund(store, terms);
    const known = await cutOff(store, terms, step, fate);
    const balances = balancesOf(terms).flatMap((id) => id ?? []);
    // A moment that is two seconds old when the payment goes on.
    const past = { from: '', to: after(laterMs - 2_000) };
    const statements = () => Promise.all(balances.map((id) => postedLines(store, balanceStream(id), past, 100)));
    const before = await statements();

    const { process } = startProcess(store, { clock: clockAt(laterMs) });
    await process.begin(terms, {});
    await process.bank(
      terms.paymentId,
      terms.legs.map(({ id: legId }) => ({ type: 'SettleLeg', legId, settlementId: newId(), at: after(laterMs) })),
    );
    const all = await everyEvent(store);
    const late = timesOf(all.slice(known.length));
    expect(late.filter((at) => at < after(laterMs - 2_000))).toEqual([]);
    expect(await statements()).toEqual(before);
    for (const stream of [paymentStream(terms.paymentId), ...balances.map(balanceStream)]) {
      const times = timesOf(all.filter((event) => event.stream === stream));
      expect(times).toEqual([...times].sort());
    }
  });

  it('bears the time of its request as long as it is not late', async () => {
    const store = new InMemoryEventStore();
    const terms = termsOf('deposit');
    const known = await cutOff(store, terms, 2, 'refused');
    await startProcess(store, { clock: clockAt(2_000) }).process.drive(terms.paymentId);
    expect(timesOf((await everyEvent(store)).slice(known.length))).toEqual([when]);
  });
});

describe('a stream of a payment', () => {
  it('does not run back where a bank dates its step earlier', async () => {
    const store = new InMemoryEventStore();
    const terms = termsOf('deposit');
    const { process } = startProcess(store);
    await process.begin(terms, {});
    const step = { type: 'SettleLeg', legId: terms.paymentId, settlementId: newId() } as const;
    await process.bank(terms.paymentId, [{ ...step, at: after(-1_000), bankDate: after(-1_000) }]);
    const [settled] = (await everyEvent(store)).filter(({ type }) => type === 'LegSettled');
    expect(settled?.data).toMatchObject({ at: when, bankDate: after(-1_000) });
  });
});
