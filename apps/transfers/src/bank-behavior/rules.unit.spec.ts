import { describe, expect, it } from '@jest/globals';
import type { BankBehavior, BankRule, EntryCondition, RuleCount } from './bank-behavior.js';
import { AskedRules, type NamedLeg } from './rules.js';

const leg = (over: Partial<NamedLeg> = {}): NamedLeg => ({
  legId: 'a-leg',
  entry: '#1',
  correlationId: null,
  numberAtBanks: 1,
  direction: 'debit',
  route: 'ach',
  amountMinor: 10_000n,
  fundingSourceId: 'a-bank',
  ownerKind: 'customer',
  ownerId: 'an-owner',
  customerType: 'personal',
  routingNumber: '222222226',
  isNamed: false,
  ...over,
});

const legs = (count: number): NamedLeg[] =>
  Array.from({ length: count }, (_, index) => leg({ entry: `#${index + 1}` }));

const rule = (name: string, over: Partial<BankRule> = {}): BankRule => ({ name, then: { return: 'R01' }, ...over });
const behavior = (...rules: readonly BankRule[]): BankBehavior => ({ seed: 'ci-42', rules, outages: [] });

/** `<entry> <rule>` of each entry that is struck, and `<looked>/<struck>` of each rule. */
function asked(rules: readonly BankRule[], entries: readonly NamedLeg[], counts: readonly RuleCount[] = []) {
  const asking = new AskedRules(behavior(...rules), counts);
  const strokes = entries.flatMap((entry) => {
    const struckBy = asking.ask(entry);
    return struckBy ? [`${entry.entry} ${struckBy.name}`] : [];
  });
  return { strokes, counts: asking.counts().map(({ looked, struck }) => `${looked}/${struck}`) };
}

describe('a rule', () => {
  const fits = (when: EntryCondition, over: Partial<NamedLeg> = {}): boolean =>
    asked([rule('it', { when })], [leg(over)]).strokes.length === 1;

  it.each<[string, EntryCondition, Partial<NamedLeg>, Partial<NamedLeg>]>([
    ['direction', { direction: 'credit' }, { direction: 'credit' }, { direction: 'debit' }],
    ['route', { route: 'micro-deposit' }, { route: 'micro-deposit' }, { route: 'ach' }],
    ['routing number', { routingNumber: '222222226' }, {}, { routingNumber: '011000015' }],
    ['owner', { owner: 'account' }, { ownerKind: 'account' }, { ownerKind: 'customer' }],
    ['type of customer', { customerType: 'business' }, { customerType: 'business' }, { customerType: 'personal' }],
    ['amount from', { amount: { from: '100.00' } }, { amountMinor: 10_000n }, { amountMinor: 9_999n }],
    ['amount below', { amount: { below: '100' } }, { amountMinor: 9_999n }, { amountMinor: 10_000n }],
    ['correlation id', { correlationId: 'order-1' }, { correlationId: 'order-1' }, { correlationId: 'order-12' }],
    ['correlation prefix', { correlationId: 'order-*' }, { correlationId: 'order-12' }, { correlationId: 'orders' }],
  ])('is for entries by their %s', (_, when, fitting, other) => {
    expect([fits(when, fitting), fits(when, other)]).toEqual([true, false]);
  });

  it('is for no entry of which the number is asked and not known, nor one of an account by its type', () => {
    expect(asked([rule('it', { when: { routingNumber: '222222226' } })], [without('routingNumber')]).strokes).toEqual(
      [],
    );
    expect(asked([rule('it', { when: { customerType: 'personal' } })], [without('customerType')]).strokes).toEqual([]);
  });

  it('with a prefix is for no entry without a correlation id', () => {
    expect([fits({ correlationId: '*' }), fits({ correlationId: '*' }, { correlationId: 'a' })]).toEqual([false, true]);
  });

  it('is for entries of which everything holds', () => {
    const when = { direction: 'debit', amount: { from: '50.00', below: '100.00' } } as const;
    expect(fits(when, { amountMinor: 5_000n })).toBe(true);
    expect(fits(when, { amountMinor: 5_000n, direction: 'credit' })).toBe(false);
  });

  it.each<[string, Partial<BankRule>, readonly number[]]>([
    ['no measure strikes all', {}, [1, 2, 3, 4, 5, 6]],
    ['the first two', { first: 2 }, [1, 2]],
    ['every third', { every: 3 }, [3, 6]],
    ['a share of nothing', { share: '0' }, []],
    ['a share of all', { share: '1' }, [1, 2, 3, 4, 5, 6]],
  ])('with %s', (_, measure, struck) => {
    expect(asked([rule('it', measure)], legs(6)).strokes).toEqual(struck.map((number) => `#${number} it`));
  });

  it('goes on counting from where it was', () => {
    expect(asked([rule('it', { every: 3 })], legs(2), [{ looked: 1, struck: 0 }])).toEqual({
      strokes: ['#2 it'],
      counts: ['3/1'],
    });
  });

  it('counts also the entries that an earlier rule has struck', () => {
    const rules = [rule('one', { first: 1 }), rule('two', { first: 2 })];
    expect(asked(rules, legs(3))).toEqual({ strokes: ['#1 one', '#2 two'], counts: ['3/1', '3/1'] });
  });

  it('counts only entries that it fits', () => {
    const entries = [leg({ direction: 'credit' }), leg({ entry: '#2' }), leg({ entry: '#3' })];
    expect(asked([rule('it', { when: { direction: 'debit' }, first: 1 })], entries)).toEqual({
      strokes: ['#2 it'],
      counts: ['2/1'],
    });
  });

  it('neither strikes nor counts an entry of a bank that a code names', () => {
    const entries = [leg({ isNamed: true }), leg({ entry: '#2' })];
    expect(asked([rule('it', { first: 1 })], entries)).toEqual({ strokes: ['#2 it'], counts: ['1/1'] });
  });

  it('strikes the same entries whatever stands beside it', () => {
    const shared = rule('nsf', { share: '0.02' });
    const alone = asked([shared], legs(200)).strokes;
    const beside = asked([rule('credits', { when: { direction: 'credit' } }), shared], legs(200)).strokes;
    expect([alone, beside]).toEqual([['#18', '#96', '#139', '#174'].map((entry) => `${entry} nsf`), alone]);
  });
});

function without(field: 'routingNumber' | 'customerType'): NamedLeg {
  const { [field]: _, ...others } = leg();
  return others;
}
