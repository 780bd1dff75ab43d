import { describe, expect, it } from '@jest/globals';
import { personalDataOf } from './new-customer.js';

const names = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@Example.com' };
const address = { address1: '1 Main St', address2: '', city: 'Ames', state: 'IA', postalCode: '50010' };
const secrets = { dateOfBirth: '1970-01-01', ssn: '123-45-6789' };

describe('personalDataOf', () => {
  it('keeps all of a personal customer, the number without hyphens and empty text as nothing', () => {
    expect(personalDataOf({ ...names, ...address, ...secrets, type: 'personal' })).toMatchObject({
      ...names,
      ...address,
      address2: null,
      dateOfBirth: '1970-01-01',
      ssn: '123456789',
      phone: null,
    });
  });

  it('keeps neither address nor birthday nor number of other customers', () => {
    expect(personalDataOf({ ...names, ...address, ...secrets, type: 'receive-only' })).toMatchObject({
      ...names,
      address1: null,
      city: null,
      state: null,
      postalCode: null,
      dateOfBirth: null,
      ssn: null,
    });
  });
});
