import { describe, expect, it } from '@jest/globals';
import { isPage } from './page-table.js';

describe('the pages of the console', () => {
  it.each([
    '/console/',
    '/console/transfers',
    '/console/transfers/new',
    '/console/payments',
    '/console/payments/0195b3a0-0000-7000-8000-000000000001',
    '/console/idempotency-keys',
    '/console/idempotency-keys/a%2Fb',
    '/console/customers/0195b3a0-0000-7000-8000-000000000001/transfers',
    '/console/operations/parked-messages',
    '/console/operations/customers/0195b3a0-0000-7000-8000-000000000001/legal-holds',
    '/console/business-classifications',
    '/console/search',
    '/console/statement',
  ])('have one at %s', (path) => {
    expect(isPage(path, 'sandbox')).toBe(true);
  });

  it.each([
    '/console/nothing',
    '/console/operations/nothing',
    '/console/team/1',
    '/console/customers/1/transfers/2',
    '/console/customers//transfers',
    '/console/customers/1/nothing',
    // What the API has there is no resource, is no reading, or is not for who is logged in.
    '/console/jwks',
    '/console/openapi.json',
    '/console/sandbox-simulations',
    '/console/linking/session',
  ])('have none at %s', (path) => {
    expect(isPage(path, 'sandbox')).toBe(false);
  });

  it.each([
    '/console/parts',
    '/console/sandbox-clock',
    '/console/sandbox-clock/advances',
    '/console/sandbox-clock/advances/0195b3a0-0000-7000-8000-000000000001',
  ])('have the one at %s in the sandbox alone', (path) => {
    expect(['sandbox', 'production'].map((environment) => isPage(path, environment))).toEqual([true, false]);
  });
});
