import { newId } from '@halyard/core';
import { expect, it } from '@jest/globals';
import type { BankEntry, BankPartner, BankEvent } from '../../src/rail/bank-partner.js';

interface PartnerUnderTest {
  readonly partner: BankPartner;
  readonly now: Date;
  /** Advances the bank's time until everything that can happen to these entries has happened. */
  readonly settle: (entries: readonly BankEntry[]) => Promise<void>;
}

export const anEntry = (startedAt: Date, returns?: BankEntry['returns']): BankEntry => ({
  id: newId(),
  accountId: newId(),
  route: 'debit',
  amountMinor: 5_00n,
  bank: { ownerKind: 'customer', ownerId: newId(), fundingSourceId: newId() },
  startedAt,
  returns,
});

export function bankPartnerBehaviour(open: () => PartnerUnderTest): void {
  const feed = async (max: number): Promise<BankEvent[]> => {
    const all: BankEvent[] = [];
    for (let cursor: string | undefined; ;) {
      const page = await open().partner.happened(cursor, max);
      expect(page.happenings.length).toBeLessThanOrEqual(max);
      all.push(...page.happenings);
      if (page.happenings.length === 0) return all;
      ({ cursor } = page);
    }
  };
  const happeningsOf = async ({ id }: BankEntry, max = 100): Promise<BankEvent[]> =>
    (await feed(max)).filter(({ entryId }) => entryId === id);

  it('accepts an entry, and knows it from then on', async () => {
    const { partner, now } = open();
    const entry = anEntry(now);
    expect(await partner.find(entry.id)).toEqual({ kind: 'absent' });
    expect(await partner.submit(entry)).toEqual({ kind: 'accepted' });
    expect(await partner.find(entry.id)).toEqual({ kind: 'accepted' });
  });

  it('takes an entry once, however often and by how many at once it is handed over', async () => {
    const { partner, now, settle } = open();
    const entry = anEntry(now, { code: 'R01', isLate: true });
    await Promise.all([partner.submit(entry), partner.submit(entry)]);
    expect(await partner.submit(entry)).toEqual({ kind: 'accepted' });
    await settle([entry]);
    expect((await happeningsOf(entry)).map(({ returned }) => returned)).toEqual([undefined, 'R01']);
  });

  it.each([
    ['settles what has no name for a return', undefined, [undefined]],
    ['returns at once what has one', { code: 'R03', isLate: false }, ['R03']],
    ['settles, and then returns, what has one for late', { code: 'R10', isLate: true }, [undefined, 'R10']],
  ] as const)('%s', async (_, returns, expected) => {
    const { partner, now, settle } = open();
    const entry = anEntry(now, returns);
    await partner.submit(entry);
    expect(await happeningsOf(entry)).toEqual([]);
    await settle([entry]);
    const happened = await happeningsOf(entry);
    expect(happened.map(({ returned }) => returned)).toEqual(expected);
    const times = happened.map(({ at }) => at.getTime());
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(times.every((time) => time >= entry.startedAt.getTime())).toBe(true);
  });

  it('tells all in pages, each happening under one id, and again from any place', async () => {
    const { partner, now, settle } = open();
    const entries = Array.from({ length: 7 }, () => anEntry(now));
    await Promise.all(entries.map((entry) => partner.submit(entry)));
    await settle(entries);
    const [whole, inPages] = [await feed(100), await feed(3)];
    expect(inPages).toEqual(whole);
    expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    expect(whole.map(({ entryId }) => entryId)).toEqual(expect.arrayContaining(entries.map(({ id }) => id)));
    const { cursor } = await partner.happened(undefined, 100);
    expect(await partner.happened(cursor, 100)).toEqual({ happenings: [], cursor });
  });

  it('says nothing while nothing has happened, from the beginning on', async () => {
    const { partner, now } = open();
    const before = await feed(100);
    await partner.submit(anEntry(now));
    expect(await feed(100)).toEqual(before);
  });
}
