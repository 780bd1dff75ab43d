import { describe, expect, it } from '@jest/globals';
import { newData } from './personal-data.js';

const names = { firstName: 'Ada', lastName: 'Lovelace', email: 'Ada@Example.com' };
const address = { address1: '1 Main St', address2: '', city: 'Ames', state: 'IA', postalCode: '50010' };
const secrets = { dateOfBirth: '1970-01-01', ssn: '123-45-6789' };

describe('the data of a new customer', () => {
  it('keeps all of a personal customer, the number without hyphens and empty text as nothing', () => {
    expect(newData({ ...names, ...address, ...secrets, type: 'personal' })).toMatchObject({
      ...names,
      ...address,
      address2: null,
      dateOfBirth: '1970-01-01',
      ssn: '123456789',
      phone: null,
    });
  });

  it('keeps of a controller with a passport the passport, and of the address what was given, empty parts too', () => {
    const controller = {
      firstName: 'Grace',
      lastName: 'Hopper',
      title: 'CEO',
      dateOfBirth: '1970-01-01',
      ssn: '1234',
      passport: { number: 'X1', country: 'FR', issued: '2020-01-01' },
      address: { address1: '1 Rue', address2: '', city: 'Paris', stateProvinceRegion: 'IdF', country: 'FR' },
    };
    expect(newData({ ...names, ein: '12-3456789', controller })).toMatchObject({
      ein: '123456789',
      controller: {
        firstName: 'Grace',
        ssn: null,
        passport: { number: 'X1', country: 'FR' },
        address: { address1: '1 Rue', address2: '', city: 'Paris', stateProvinceRegion: 'IdF', country: 'FR' },
      },
    });
  });

  it('keeps the id of the industry in small letters', () => {
    const id = '9ed38155-7d6f-11e3-83c3-5404a6144203';
    expect(newData({ ...names, businessClassification: id.toUpperCase() })).toMatchObject({
      businessClassification: id,
    });
  });

  it('keeps nothing that is no field of a customer', () => {
    expect(newData({ ...names, type: 'personal', status: 'verified', nickname: 'A' })).toEqual(newData(names));
  });
});
