/* What the examples of several resources share. */

/** The client's address of the API in all examples: whoever shows them to a client puts its own there. */
export const EXAMPLE_ADDRESS = 'https://localhost:8443';

export const exampleIds = {
  account: '0195b3a0-0000-7000-8000-0000000000a1',
  application: '0195b3a0-0000-7000-8000-0000000000a2',
  person: '0195b3a0-0000-7000-8000-0000000000a3',
  customer: '0195b3a0-0000-7000-8000-0000000000c1',
  bank: '0195b3a0-0000-7000-8000-0000000000b1',
  balance: '0195b3a0-0000-7000-8000-0000000000b2',
  transfer: '0195b3a0-0000-7000-8000-0000000000d1',
  payment: '0195b3a0-0000-7000-8000-0000000000d2',
  subscription: '0195b3a0-0000-7000-8000-0000000000e1',
  webhook: '0195b3a0-0000-7000-8000-0000000000e2',
  event: '0195b3a0-0000-7000-8000-0000000000e3',
  document: '0195b3a0-0000-7000-8000-0000000000f1',
  /** Of whatever has no id above. */
  other: '0195b3a0-0000-7000-8000-000000000001',
} as const;

/** The target of a link. */
export const to = (kind: string, id = '') => ({ kind, id });

/** A link in place, as its owner answers it. */
export const inPlace = (href: string, resourceType: string) => ({ href, 'resource-type': resourceType });

export const account = to('account', exampleIds.account);
export const customer = to('customer', exampleIds.customer);
export const bank = to('funding-source', exampleIds.bank);

export const created = '2026-01-30T14:00:00.000Z';
export const later = '2026-02-02T14:30:00.000Z';

export const dollars = (value: string) => ({ value, currency: 'USD' }) as const;
