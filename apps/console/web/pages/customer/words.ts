import type { Api } from '@halyard/client';

type Customer = Api.Customer;

export const typeText: Readonly<Record<Customer['type'], string>> = {
  unverified: 'Unverified',
  'receive-only': 'Receives only',
  personal: 'Person',
  business: 'Company',
};

const meanings: Readonly<Record<Customer['status'], string>> = {
  unverified: 'The identity was not checked. A verified type, chosen by Edit, has it checked.',
  retry: 'What was said did not suffice. Retry verification sends all of it again, once.',
  document: 'Only a document can prove the identity. Once one is uploaded, an operator reviews it.',
  verified: 'The identity was checked.',
  suspended: 'It can do nothing. Only an operator can reinstate it.',
  deactivated: 'It can do nothing until somebody reactivates it.',
};

/** The meaning of a customer's status, and what changes it. */
export const meaningOf = ({ status, type }: Customer): string =>
  status === 'unverified' && type === 'receive-only'
    ? 'The identity was not checked, and need not be: it only receives.'
    : meanings[status];
