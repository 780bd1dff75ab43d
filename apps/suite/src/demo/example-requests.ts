import { randomUUID } from 'node:crypto';

/** Request bodies that the tour, the benchmarks and the end-to-end tests share. */

export const usd = (value: string) => ({ value, currency: 'USD' });

/** A customer whom the sandbox verifies at once. */
export const personalCustomer = (overrides: Readonly<Record<string, unknown>> = {}) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: `ada-${randomUUID()}@example.com`,
  type: 'personal',
  address1: '12 Harbor St',
  city: 'Portland',
  state: 'ME',
  postalCode: '04101',
  dateOfBirth: '1990-12-10',
  ssn: '1234',
  ...overrides,
});

export const transferOf = (source: string, destination: string, value: string) => ({
  _links: { source: { href: source }, destination: { href: destination } },
  amount: usd(value),
});

export const bankAccount = (accountNumber: string, name = 'Checking') => ({
  routingNumber: '222222226',
  accountNumber,
  bankAccountType: 'checking',
  name,
});
