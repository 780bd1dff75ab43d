import {
  type CorrectedPart,
  correctedParts,
  correctionCodes,
  DAY_MS,
  durationMs,
  type Fault,
  returnDelayMaxDays,
} from '@halyard/core';
import { usualFault } from '@halyard/input';
import type { BankRuleDto, ChangeBankBehaviorDto, RuleConsequenceDto } from './change-bank-behavior.dto.js';

/** Longer than any clock of an account can go. */
const DELAY_DAYS_MAX = 36_525;

const consequences = ['return', 'correct', 'delay', 'microDeposits'] as const;
const measures = ['share', 'first', 'every'] as const;

/** The faults of a behaviour whose fields are right one by one (contract of what no peer has, section 3). */
export function faultsOfBehavior({ seed, rules = [], outages = [] }: ChangeBankBehaviorDto): readonly Fault[] {
  const needsSeed = rules.some(({ share }) => share !== undefined);
  return [
    ...(needsSeed && !seed ? [usualFault('Required', '/seed', 'A share needs a seed.')] : []),
    ...rules.flatMap((rule, index) => faultsOfRule(rule, `/rules/${index}`)),
    ...faultsOfNames(rules),
    ...outages.flatMap(({ from, to }, index) =>
      new Date(to) > new Date(from) ? [] : [usualFault('Invalid', `/outages/${index}/to`, 'It must be after from.')],
    ),
  ];
}

function faultsOfNames(rules: readonly BankRuleDto[]): readonly Fault[] {
  const seen = new Set<string>();
  return rules.flatMap(({ name }, index) => {
    const isKnown = seen.has(name);
    seen.add(name);
    return isKnown ? [usualFault('Duplicate', `/rules/${index}/name`, 'Another rule has this name.')] : [];
  });
}

function faultsOfRule(rule: BankRuleDto, path: string): readonly Fault[] {
  const [, ...surplus] = measures.filter((measure) => rule[measure] !== undefined);
  return [
    ...surplus.map((measure) => usualFault('Invalid', `${path}/${measure}`, 'A rule has at most one measure.')),
    ...faultsOfConsequence(rule.then, `${path}/then`),
  ];
}

function faultsOfConsequence(then: RuleConsequenceDto, path: string): readonly Fault[] {
  const [first, ...surplus] = consequences.filter((one) => then[one] !== undefined);
  if (first === undefined) {
    return [usualFault('Required', path, `Allowed: one of ${consequences.join(', ')}.`)];
  }
  return [
    ...surplus.map((one) => usualFault('Invalid', `${path}/${one}`, 'A rule has one consequence.')),
    ...faultsOfAfter(then, `${path}/after`),
    ...faultsOfCorrected(then, `${path}/corrected`),
    ...faultsOfDelay(then, `${path}/delay`),
  ];
}

function faultsOfAfter({ return: code, after }: RuleConsequenceDto, path: string): readonly Fault[] {
  if (after === undefined) return [];
  if (code === undefined) return [usualFault('NotAllowed', path, 'Only a return comes after a time.')];
  const days = returnDelayMaxDays(code);
  return isWithin(after, days) ? [] : [usualFault('Invalid', path, `${code} allows P${days}D at most.`)];
}

function faultsOfDelay({ delay }: RuleConsequenceDto, path: string): readonly Fault[] {
  if (delay === undefined || isWithin(delay, DELAY_DAYS_MAX)) return [];
  return [usualFault('Invalid', path, `Allowed: P${DELAY_DAYS_MAX}D at most.`)];
}

/** A correction states what its code changes, and nothing else. */
function faultsOfCorrected({ correct: code, corrected }: RuleConsequenceDto, path: string): readonly Fault[] {
  if (code === undefined) return corrected ? [usualFault('NotAllowed', path, 'Only a correction states values.')] : [];
  const wanted = new Set<CorrectedPart>(correctionCodes[code].corrects);
  return correctedParts.flatMap((part) => {
    const isGiven = corrected?.[part] !== undefined;
    if (isGiven === wanted.has(part)) return [];
    return [usualFault(isGiven ? 'NotAllowed' : 'Required', `${path}/${part}`)];
  });
}

const isWithin = (duration: string, days: number): boolean => (durationMs(duration) ?? Infinity) <= days * DAY_MS;
