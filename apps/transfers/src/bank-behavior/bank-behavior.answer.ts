import { ref, type ResourceAnswer } from '@halyard/contracts';
import type {} from '@halyard/contracts/sandbox-clock';
import type { BankBehavior, RuleCount } from './bank-behavior.js';

/** @param counts in the order of the rules; a rule without one was not asked yet */
export function behaviorAnswer(
  { seed, rules, outages }: BankBehavior,
  counts: readonly RuleCount[],
): ResourceAnswer<'sandbox-bank-behavior'> {
  return {
    type: 'resource',
    kind: 'sandbox-bank-behavior',
    id: '',
    attributes: {
      seed,
      rules,
      outages,
      counts: rules.map(({ name: rule }, index) => ({
        rule,
        looked: counts[index]?.looked ?? 0,
        struck: counts[index]?.struck ?? 0,
      })),
    },
    links: { clock: ref('sandbox-clock'), edit: ref('sandbox-bank-behavior') },
  };
}
