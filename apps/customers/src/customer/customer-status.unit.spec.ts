import { describe, expect, it } from '@jest/globals';
import { statusAfter } from './customer-status.js';

describe('statusAfter', () => {
  it.each(['unverified', 'retry', 'document', 'verified'] as const)('deactivates a customer that is %s', (status) => {
    expect(statusAfter('deactivated', { status, statusBefore: null })).toEqual({
      status: 'deactivated',
      statusBefore: status,
      event: 'customers.customer-deactivated.v1',
    });
  });

  it.each(['unverified', 'retry', 'document', 'verified', 'deactivated'] as const)(
    'suspends a customer that is %s',
    (status) => {
      const statusBefore = status === 'deactivated' ? 'verified' : null;
      expect(statusAfter('suspended', { status, statusBefore })).toEqual({
        status: 'suspended',
        statusBefore: null,
        event: 'customers.customer-suspended.v1',
      });
    },
  );

  it.each(['unverified', 'retry', 'document', 'verified'] as const)('restores the status %s', (statusBefore) => {
    expect(statusAfter('reactivated', { status: 'deactivated', statusBefore })).toEqual({
      status: statusBefore,
      statusBefore: null,
      event: 'customers.customer-activated.v1',
    });
  });

  it.each([
    ['deactivated', 'deactivated'],
    ['deactivated', 'suspended'],
    ['suspended', 'suspended'],
    ['reactivated', 'unverified'],
    ['reactivated', 'retry'],
    ['reactivated', 'document'],
    ['reactivated', 'verified'],
    ['reactivated', 'suspended'],
  ] as const)('does not allow %s on a customer that is %s', (action, status) => {
    expect(statusAfter(action, { status, statusBefore: status === 'deactivated' ? 'verified' : null })).toBeUndefined();
  });
});
