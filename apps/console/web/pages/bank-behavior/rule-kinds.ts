import type { JsonObject } from './behavior.js';
import type { Faults } from './faults.js';

/** The properties that the fields of a rule need. */
export interface RuleProps {
  readonly rule: JsonObject;
  /** The place in the list, from 0. */
  readonly place: number;
  readonly faults: Faults;
  readonly onChange: (rule: JsonObject) => void;
}

interface Measure {
  readonly text: string;
  /** The member of the rule; absent for a rule that strikes always. */
  readonly path?: string;
  readonly label: string;
  readonly hint?: string;
  readonly begin?: string | number;
}

export type MeasureKind = 'always' | 'share' | 'first' | 'every';

/** How often a rule may strike. */
export const measures: Readonly<Record<MeasureKind, Measure>> = {
  always: { text: 'Each one', label: '' },
  share: {
    text: 'A share of them',
    path: 'share',
    label: 'Share',
    hint: 'From 0 to 1, such as 0.02 for two in a hundred. It needs a seed.',
    begin: '0.02',
  },
  first: { text: 'The first ones', path: 'first', label: 'How many', begin: 1 },
  every: {
    text: 'Every so many',
    path: 'every',
    label: 'Every',
    hint: '3 strikes the third, the sixth and so on.',
    begin: 2,
  },
};

export function measureOf(rule: JsonObject): MeasureKind {
  if ('share' in rule) return 'share';
  if ('first' in rule) return 'first';
  return 'every' in rule ? 'every' : 'always';
}

/** The things that may happen to an entry which a rule strikes, each with the `then` with which people begin. */
export const outcomes = {
  return: { text: 'It is returned in place of settlement', begin: { return: 'R01' } },
  'late-return': { text: 'It settles, and is returned later', begin: { return: 'R01', after: 'P2D' } },
  correct: {
    text: 'It settles, and its bank corrects something',
    begin: { correct: 'C05', corrected: { bankAccountType: 'savings' } },
  },
  delay: { text: 'It settles later', begin: { delay: 'P1D' } },
  'wrong-amounts': { text: 'Its micro-deposits can’t be verified', begin: { microDeposits: 'wrong-amounts' } },
} as const;

export type OutcomeKind = keyof typeof outcomes;

export function outcomeOf({ then }: JsonObject): OutcomeKind | undefined {
  if (typeof then !== 'object' || then === null) return undefined;
  if ('return' in then) return 'after' in then ? 'late-return' : 'return';
  if ('correct' in then) return 'correct';
  if ('delay' in then) return 'delay';
  return 'microDeposits' in then ? 'wrong-amounts' : undefined;
}
