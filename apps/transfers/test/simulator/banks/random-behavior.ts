import { type CorrectionCode, DAY_MS, firstBankingDayFrom } from '@halyard/core';
import type { CorrectedValues } from '@halyard/contracts/bank-behavior';
import type {
  BankBehavior,
  BankOutage,
  BankRule,
  EntryCondition,
  RuleConsequence,
} from '../../../src/bank-behavior/bank-behavior.js';
import type { Random } from '../random.js';
import { routingNumbers } from './bank-world.js';

const HOUR_MS = DAY_MS / 24;
const shares = ['0', '0.25', '0.5', '0.75', '1'] as const;
const codes = ['R01', 'R03', 'R10'] as const;
const durations = ['PT30M', 'PT12H', 'P1D', 'P3D'] as const;

const corrections: readonly (readonly [CorrectionCode, CorrectedValues])[] = [
  ['C02', { routingNumber: routingNumbers[0] }],
  ['C01', { accountNumber: '7654321' }],
  ['C04', { name: 'Other Name' }],
  ['C05', { bankAccountType: 'savings' }],
  ['C09', { individualId: '42' }],
  ['C13', {}],
];

/**
 * @param changesRouting whether corrections give banks other routing numbers. Then no rule names one, so that nobody has
 *   to know which of them a rule has seen.
 */
export function randomBehavior(random: Random, now: Date, changesRouting: boolean): BankBehavior {
  if (random.chance(15)) return { seed: '', rules: [], outages: [] };
  const rules = Array.from({ length: random.int(4) }, (_, index) =>
    randomRule(random, `rule-${index}`, changesRouting),
  );
  const outages = Array.from({ length: random.int(3) }, () => randomOutage(random, now));
  return { seed: `seed-${random.int(1_000_000)}`, rules, outages };
}

function randomRule(random: Random, name: string, changesRouting: boolean): BankRule {
  const when = random.chance(50) ? randomCondition(random, changesRouting) : undefined;
  const measure = random.int(4);
  return {
    name,
    ...(when && { when }),
    ...(measure === 0 && { share: random.pick(shares) }),
    ...(measure === 1 && { first: 1 + random.int(3) }),
    ...(measure === 2 && { every: 1 + random.int(3) }),
    then: randomConsequence(random, changesRouting),
  };
}

function randomCondition(random: Random, changesRouting: boolean): EntryCondition {
  switch (random.int(changesRouting ? 5 : 6)) {
    case 0:
      return { direction: random.chance(50) ? 'debit' : 'credit' };
    case 1:
      return { route: random.pick(['ach', 'same-day', 'wire']) };
    case 2:
      return { amount: { from: '5.00', below: '15.00' } };
    case 3:
      return { owner: random.chance(50) ? 'account' : 'customer' };
    case 4:
      return { correlationId: 'order-*' };
    default:
      return { routingNumber: random.pick(routingNumbers) };
  }
}

function randomConsequence(random: Random, changesRouting: boolean): RuleConsequence {
  switch (random.int(3)) {
    case 0: {
      const code = random.pick(codes);
      return random.chance(50) ? { return: code } : { return: code, after: random.pick(durations) };
    }
    case 1: {
      const [correct, corrected] = random.pick(changesRouting ? corrections : corrections.slice(1));
      return { correct, corrected };
    }
    default:
      return { delay: random.pick(durations) };
  }
}

/** Many outages end at the very moment at which something settles. */
function randomOutage(random: Random, now: Date): BankOutage {
  const from = new Date(now.getTime() + (random.int(5 * 24) - 24) * HOUR_MS);
  const end = new Date(from.getTime() + (1 + random.int(4 * 24)) * HOUR_MS);
  const to = random.chance(60) ? firstBankingDayFrom(end) : end;
  return { routingNumber: random.pick(routingNumbers), from: from.toISOString(), to: to.toISOString() };
}
