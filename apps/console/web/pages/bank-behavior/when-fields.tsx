import type { ReactElement } from 'react';
import { wordsOf } from '../../parts/text.js';
import { within } from './faults.js';
import type { RuleProps } from './rule-kinds.js';
import { type MemberFieldProps, TextField } from './text-field.js';
import { directionTexts } from './words.js';

const routeChoices = [
  ['ach', 'Standard ACH'],
  ['same-day', 'Same-day ACH'],
  ['wire', 'Wire'],
  ['micro-deposit', 'Micro-deposits'],
] as const;

const ownerChoices = [
  ['account', 'This account'],
  ['customer', 'A customer'],
] as const;

const typeChoices = ['unverified', 'receive-only', 'personal', 'business'].map(
  (type) => [type, wordsOf(type)] as const,
);

type WhenField = Pick<MemberFieldProps<never>, 'path' | 'label' | 'hint' | 'placeholder' | 'choices'>;

const whenFields: readonly WhenField[] = [
  { path: 'direction', label: 'Direction', choices: Object.entries(directionTexts) },
  { path: 'route', label: 'Way', choices: routeChoices },
  { path: 'routingNumber', label: 'Routing number of the bank', placeholder: '222222226' },
  { path: 'amount.from', label: 'Amount from', placeholder: '100.00' },
  { path: 'amount.below', label: 'Amount below', placeholder: '500.00' },
  { path: 'owner', label: 'Owner of the bank', choices: ownerChoices },
  { path: 'customerType', label: 'Type of the customer', choices: typeChoices },
  {
    path: 'correlationId',
    label: 'Correlation id of the payment',
    hint: 'The whole id, or its beginning with * at the end.',
    placeholder: 'order-*',
  },
];

/** The entries that the rule is about. All that is filled in must hold, so most rules need few of the fields. */
export function WhenFields({ rule, place, faults, onChange }: RuleProps): ReactElement {
  const part = `rules.${String(place)}.when`;
  const isFaulty = within(faults, part).length > 0;
  return (
    <details className="when" {...((isFaulty || 'when' in rule) && { open: true })}>
      <summary>Which entries</summary>
      {whenFields.map(({ path, ...field }) => (
        <TextField
          key={path}
          {...field}
          of={rule}
          path={`when.${path}`}
          name={`${part}.${path}`}
          fault={faults[`${part}.${path}`]}
          onChange={onChange}
        />
      ))}
    </details>
  );
}
