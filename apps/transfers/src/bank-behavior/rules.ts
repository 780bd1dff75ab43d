import type { KeyObject } from 'node:crypto';
import { parseAmount } from '@halyard/core';
import type {
  BankBehavior,
  BankRule,
  Conduct,
  LegToDraw,
  EntryCondition,
  RuleConsequence,
  RuleCount,
} from './bank-behavior.js';
import { keyOf, lotOf, lotsStruckBy } from './lot.js';

/** An entry with the name that decides its lots. The routing number is needed only if a rule names one. */
export interface NamedLeg extends LegToDraw {
  readonly entry: string;
  readonly routingNumber?: string;
}

type Fits = (leg: NamedLeg) => boolean;

/** Reads a rule once for many entries. */
interface ReadRule {
  readonly rule: BankRule;
  readonly fits: Fits;
  /** @param place the number of the entry, from 1, among those that the rule fits */
  readonly strikes: (entry: string, place: number) => boolean;
}

function conditionOf({
  direction,
  route,
  routingNumber,
  amount,
  owner,
  customerType,
  correlationId,
}: EntryCondition): Fits {
  const [from, below] = [amount?.from, amount?.below].map((bound) => parseAmount(bound)?.minor);
  const prefix = correlationId?.endsWith('*') ? correlationId.slice(0, -1) : undefined;
  const isCorrelated = (given: string | null): boolean =>
    prefix === undefined ? given === correlationId : given !== null && given.startsWith(prefix);
  return (leg) =>
    (direction === undefined || leg.direction === direction) &&
    (route === undefined || leg.route === route) &&
    (routingNumber === undefined || leg.routingNumber === routingNumber) &&
    (from === undefined || leg.amountMinor >= from) &&
    (below === undefined || leg.amountMinor < below) &&
    (owner === undefined || leg.ownerKind === owner) &&
    (customerType === undefined || leg.customerType === customerType) &&
    (correlationId === undefined || isCorrelated(leg.correlationId));
}

function measureOf({ name, share, first, every }: BankRule, key: KeyObject | undefined): ReadRule['strikes'] {
  if (share !== undefined) {
    if (!key) throw new Error('a rule with a share has no seed');
    const struck = lotsStruckBy(share);
    return (entry) => lotOf(key, name, entry) < struck;
  }
  if (first !== undefined) return (_, place) => place <= first;
  if (every !== undefined) return (_, place) => place % every === 0;
  return () => true;
}

/**
 * Asks the rules of a behaviour about entries, one after the other. The first rule that strikes an entry decides;
 * later ones still count it if they fit.
 */
export class AskedRules {
  private readonly rules: readonly ReadRule[];
  private readonly looked: number[];
  private readonly struck: number[];

  /** @param counts those of the rules so far, in their order */
  constructor({ seed, rules }: BankBehavior, counts: readonly RuleCount[]) {
    const key = seed === '' ? undefined : keyOf(seed);
    this.rules = rules.map((rule) => ({ rule, fits: conditionOf(rule.when ?? {}), strikes: measureOf(rule, key) }));
    this.looked = rules.map((_, index) => counts[index]?.looked ?? 0);
    this.struck = rules.map((_, index) => counts[index]?.struck ?? 0);
  }

  /** @returns the rule that strikes the entry; undefined if none does, or its bank is named by a code */
  ask(leg: NamedLeg): BankRule | undefined {
    if (leg.isNamed) return undefined;
    let deciding: BankRule | undefined;
    for (const [index, { rule, fits: isFor, strikes }] of this.rules.entries()) {
      if (!isFor(leg)) continue;
      const place = (this.looked[index] ?? 0) + 1;
      this.looked[index] = place;
      if (deciding || !strikes(leg.entry, place)) continue;
      deciding = rule;
      this.struck[index] = (this.struck[index] ?? 0) + 1;
    }
    return deciding;
  }

  counts(): readonly RuleCount[] {
    return this.looked.map((looked, index) => ({ looked, struck: this.struck[index] ?? 0 }));
  }
}

/** The part of a rule's consequence that is kept in plain with an entry. */
export function conductOf(then: RuleConsequence): Conduct {
  return 'correct' in then ? { correct: then.correct } : then;
}
