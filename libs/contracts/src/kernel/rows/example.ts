/* Values that the examples of several resources share. */

/** The API's address in all examples. Code that shows an example to a client puts the client's own address there. */
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
  /** The id of any resource that has none above. */
  other: '0195b3a0-0000-7000-8000-000000000001',
} as const;

/** The target of a link. */
export const to = (kind: string, id = '') => ({ kind, id });

/** A link in the attributes of a resource, as the resource's owner answers it. */
export const inPlace = (href: string, resourceType: string) => ({ href, 'resource-type': resourceType });

export const account = to('account', exampleIds.account);
export const customer = to('customer', exampleIds.customer);
export const bank = to('funding-source', exampleIds.bank);

export const created = '2026-01-30T14:00:00.000Z';
export const later = '2026-02-02T14:30:00.000Z';

export const dollars = (value: string) => ({ value, currency: 'USD' }) as const;
