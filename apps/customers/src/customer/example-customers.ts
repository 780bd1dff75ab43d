/* Shared by the examples of bodies. Their social security numbers differ. */

const name = { firstName: 'Ada', lastName: 'Byron', email: 'ada@example.com' } as const;
const address = { address1: '12 Harbor St', city: 'Portland', state: 'ME', postalCode: '04101' } as const;
const dateOfBirth = '1990-12-10';
const business = {
  ...name,
  type: 'business',
  ...address,
  businessName: 'Harbor Bakery',
  businessClassification: '9ed38155-7d6f-11e3-83c3-5404a6144203',
} as const;

export const examplePerson = { ...name, type: 'personal', ...address, dateOfBirth } as const;
export const exampleProprietorship = { ...business, businessType: 'soleProprietorship', dateOfBirth } as const;
export const exampleCompany = { ...business, businessType: 'llc', ein: '12-3456789' } as const;
export const exampleController = {
  firstName: 'Grace',
  lastName: 'Hopper',
  title: 'CEO',
  dateOfBirth: '1990-12-10',
  address: { address1: '2 Elm St', city: 'Ames', stateProvinceRegion: 'IA', postalCode: '50010', country: 'US' },
} as const;
