import type { Api } from '@halyard/client';
import type { ReactElement } from 'react';
import { templatesOf, valueAt, withTemplates } from '../../api/resource.js';
import { Actions } from '../../generic/actions.js';
import { Status } from '../../parts/text.js';
import { meaningOf } from './words.js';

interface CustomerProps {
  readonly of: Api.Customer;
}

/** The customer's status, and what it means. */
export const Standing = ({ of }: CustomerProps): ReactElement => (
  <p className="lead">
    <Status of={of.status} />
    <span className="quiet">{meaningOf(of)}</span>
  </p>
);

/** Forms that bring the verification further, with the label of the button and what is missing. */
const steps: Readonly<Record<string, { readonly label: string; readonly missing: string }>> = {
  'retry-verification': { label: 'Retry verification', missing: 'The identity could not be confirmed yet.' },
  'retry-with-full-ssn': {
    label: 'Retry verification',
    missing: 'The identity could not be confirmed yet. All nine digits of the social security number are needed.',
  },
  'verify-with-document': { label: 'Upload document', missing: 'A document of the person is missing.' },
  'verify-business-with-document': { label: 'Upload document', missing: 'A document of the company is missing.' },
  'verify-controller-and-business-with-document': {
    label: 'Upload document',
    missing: 'Documents of the company and of its controller are missing.',
  },
  'certify-beneficial-ownership': {
    label: 'Certify owners',
    missing: 'The company can’t send money before its owners are certified.',
  },
};

/** Names of the forms that the note about the verification has a button for, whether it is shown or not. */
export const stepNames: readonly string[] = Object.keys(steps);

/** Says what is missing for the verification, with the one button for it. */
export function Missing({ of }: CustomerProps): ReactElement | null {
  const templates = templatesOf(of);
  const name = stepNames.find((one) => one in templates);
  const [template, step] = name === undefined ? [] : [templates[name], steps[name]];
  if (name === undefined || !template || !step) return null;
  return (
    <div className="note waiting step">
      <p>{missingIn(of) ?? step.missing}</p>
      <div className="actions">
        <Actions
          resource={withTemplates(of, { [name]: template })}
          subject={step.label}
          labels={{ [name]: step.label }}
          notes={notes}
          tell={() => `${step.label}: done`}
        />
      </div>
    </div>
  );
}

/** The API's own words on what is missing. */
function missingIn(customer: Api.Customer): string | undefined {
  const errors = valueAt(customer, '_embedded.errors');
  if (!Array.isArray(errors)) return undefined;
  const messages = errors.map((error: unknown) => valueAt(error, 'message')).filter((one) => typeof one === 'string');
  return messages.length > 0 ? messages.join(' ') : undefined;
}

const notes = {
  'certify-beneficial-ownership': (
    <p>
      Everybody who owns 25 percent or more of the company is named under Beneficial owners, and what is said of them is
      true. A change of the owners has to be certified again.
    </p>
  ),
};
