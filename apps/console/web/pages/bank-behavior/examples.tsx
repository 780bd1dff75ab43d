import { type ReactElement, useId } from 'react';
import { useAccountNow } from '../../api/account-clock.js';
import { Region } from '../../parts/page.js';
import type { Draft } from './behavior.js';

interface Example {
  readonly title: string;
  readonly says: string;
  readonly draft: Draft;
}

const DAY_MS = 86_400_000;
/** The sandbox's own bank, as docs and examples name it. */
const ROUTING_NUMBER = '222222226';

const examplesAt = (now: Date): readonly Example[] => [
  {
    title: 'Returns',
    says: 'Two in a hundred debits come back for lack of funds, always the same ones.',
    draft: {
      seed: 'ci-42',
      rules: [{ name: 'nsf', when: { direction: 'debit' }, share: '0.02', then: { return: 'R01' } }],
    },
  },
  {
    title: 'A correction',
    says: 'The first credit settles, and its bank says that the account is a savings account.',
    draft: {
      rules: [
        {
          name: 'savings',
          when: { direction: 'credit' },
          first: 1,
          then: { correct: 'C05', corrected: { bankAccountType: 'savings' } },
        },
      ],
    },
  },
  {
    title: 'A bank that is down',
    says: `Nothing of the bank ${ROUTING_NUMBER} settles or returns for a day.`,
    draft: {
      outages: [
        { routingNumber: ROUTING_NUMBER, from: now.toISOString(), to: new Date(now.getTime() + DAY_MS).toISOString() },
      ],
    },
  },
];

interface ExamplesProps {
  /** Absent for people who may not change the behavior. */
  readonly onChosen?: (draft: Draft) => void;
}

/** Says what a behavior is good for, and lets people start from one. Absent until the account's time is known. */
export function Examples({ onChosen }: ExamplesProps): ReactElement | null {
  const now = useAccountNow();
  const id = useId();
  if (!now) return null;
  return (
    <Region name={onChosen ? 'Start from an example' : 'For example'}>
      <ul className="examples">
        {examplesAt(now).map(({ title, says, draft }, place) => (
          <li key={title}>
            <strong id={`${id}${String(place)}`}>{title}</strong>
            <p className="quiet">{says}</p>
            {onChosen && (
              <button
                type="button"
                id={`${id}${String(place)}-start`}
                aria-labelledby={`${id}${String(place)}-start ${id}${String(place)}`}
                onClick={() => onChosen(draft)}
              >
                Start from this…
              </button>
            )}
          </li>
        ))}
      </ul>
    </Region>
  );
}
