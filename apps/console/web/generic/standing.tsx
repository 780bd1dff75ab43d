import type { ReactElement } from 'react';
import { text } from '../api/resource.js';
import { Status } from '../parts/text.js';

/** Explains each status of a customer, and what changes it. */
const meanings: Readonly<Record<string, string>> = {
  unverified: 'The identity was not checked. A verified type, chosen by Edit, has it checked.',
  retry: 'What was said did not suffice. Retry verification sends all of it again, once.',
  document: 'Only a document can prove the identity. Once one is uploaded, an operator reviews it.',
  verified: 'The identity was checked.',
  suspended: 'It can do nothing. Only an operator can reinstate it.',
  deactivated: 'It can do nothing until somebody reactivates it.',
};

/** Shows why a customer has its status, and what would change it. */
export function Standing({ of }: { readonly of: unknown }): ReactElement {
  const status = text(of, 'status');
  const isReceiving = status === 'unverified' && text(of, 'type') === 'receive-only';
  return (
    <p className="lead">
      <Status of={status} />{' '}
      <span className="quiet">
        {isReceiving ? 'The identity was not checked, and need not be: it only receives.' : meanings[status]}
      </span>
    </p>
  );
}
