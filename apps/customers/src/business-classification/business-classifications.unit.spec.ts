import { describe, expect, it } from '@jest/globals';
import { isId } from '@halyard/core';
import { businessClassifications, findBusinessClassification, industries } from './business-classifications.js';

/** The rows of reference facts, section 5: a group, and some of its industries by names that may be shortened there. */
const rows: readonly (readonly [string, string, readonly (readonly [string, string])[]])[] = [
  [
    '9ed3f669-b545',
    'Food retail and service',
    [
      ['9ed3f671-803c', 'Gourmet foods'],
      ['9ed3f66a-8acd', 'Breweries'],
      ['9ed3f66c-86ae', 'Distilleries'],
      ['9ed3f670-b1ce', 'Coffee and tea'],
      ['9ed3f673-adb1', 'Restaurant'],
      ['9ed3f66f-b1df', 'Catering services'],
    ],
  ],
  [
    '9ed41d89-beff',
    'Manufacturing',
    [
      ['9ed41d8a-a5dc', 'Food'],
      ['9ed44483-95ce', 'Transportation equipment'],
      ['9ed44480-b289', 'Machinery'],
    ],
  ],
  [
    '9ed35a3b-83c8',
    'Business to business',
    [
      ['9ed35a3c-be28', 'Accounting'],
      ['9ed3813c-82cc', 'Consulting services'],
      ['9ed38146-89d6', 'Marketing'],
    ],
  ],
  [
    '9ed4449e-a32d',
    'Services - other',
    [
      ['9ed444a4-9dc4', 'Child care'],
      ['9ed46ba6-ae95', 'Legal'],
      ['9ed46bb6-b9b2', 'Rental property management'],
    ],
  ],
  [
    '9ed3a866-a0ce',
    'Entertainment and media',
    [
      ['9ed3cf58-81a4', 'Toys and games'],
      ['9ed3cf50-8ae8', 'Music'],
    ],
  ],
  ['9ed41d75-b151', 'Home and garden', [['9ed41d7e-a3fc', 'Furniture']]],
  ['9ed35a29-930b', 'Baby', [['9ed35a2d-8284', 'Safety and health']]],
  ['9ed492c6-80f4', 'Travel', [['9ed4b9bb-af9f', 'Travel agency']]],
  [
    '9ed38152-9042',
    'Clothing, accessories, and shoes',
    [
      ['9ed38155-83c3', "Women's clothing"],
      ['9ed3a840-a314', 'Shoes'],
    ],
  ],
  ['9ed3f686-af6e', 'Health and personal care', [['9ed41d71-abed', 'Medical care']]],
  ['9ed35a2e-a5cf', 'Beauty and fragrances', [['9ed35a2f-8593', 'Bath and body']]],
  ['9ed3a846-8a79', 'Computers, accessories, and services', [['9ed3a851-92a4', 'Software']]],
  ['9ed44496-865d', 'Retail', [['9ed44498-87b4', 'Department store']]],
  ['9ed492bc-9a1b', 'Toys and hobbies', [['9ed492bd-ab0a', 'Arts and crafts']]],
  ['9ed4448d-aab2', 'Pets and animals', [['9ed44491-a152', 'Veterinary services']]],
  ['9ed3a854-a193', 'Education', [['9ed3a857-b6c2', 'Colleges and universities']]],
  ['9ed248ae-ba6e', 'Arts, crafts, and collectibles', [['9ed35a22-9b52', 'Digital art']]],
  [
    '9ed3cf5f-8af8',
    'Financial services and products',
    [
      ['9ed3cf68-8abb', 'Credit union'],
      ['53ff176e-f832-4db3-89f4-d8f7044184c7', 'Commercial Banking'],
    ],
  ],
  ['9ed3f67d-bf40', 'Government', [['9ed3f683-8a57', 'Economic programs administration']]],
  ['9ed4b9bc-9133', 'Vehicle sales', [['9ed4b9c0-9035', 'Boat dealer']]],
  ['9ed44486-89f8', 'Nonprofit', [['9ed44487-9419', 'Charity']]],
  ['9ed4b9c6-a156', 'Vehicle service and accessories', [['9ed4b9cf-a74e', 'Car wash']]],
  ['9ed3a85b-8995', 'Electronics and telecom', [['9ed3a861-a572', 'Home electronics']]],
  ['9ed35a32-9830', 'Books and magazines', [['9ed35a37-a05d', 'Magazines']]],
  ['9ed44492-98d1', 'Religion and spirituality (for profit)', [['9ed44493-9b4f', 'Membership services']]],
  ['9ed492ac-a2d2', 'Sports and outdoors', [['9ed492b9-a5ed', 'Other sporting goods']]],
  ['9ed3f677-96a2', 'Gifts and flowers', [['9ed3f678-b609', 'Florist']]],
];

const wholeId = (id: string): string =>
  id.length === 36 ? id : `${id.slice(0, 8)}-7d6f-11e3-${id.slice(9)}-5404a6144203`;
const words = (text: string): string[] => text.toLowerCase().split(/[^\w']+/);

const industryIds = Object.values(industries).flatMap((group) => Object.keys(group));

describe('business classifications', () => {
  it.each(rows)('have the group %s %s', (id, name, some) => {
    const group = findBusinessClassification(wholeId(id));
    expect(group?.name).toBe(name);
    for (const [industryId, industryName] of some) {
      const industry = group?.industries.find((one) => one.id === wholeId(industryId));
      expect(words(industry?.name ?? '')).toEqual(expect.arrayContaining(words(industryName)));
      expect(industryIds).toContain(wholeId(industryId));
    }
  });

  it('are those of the table and no others, with every industry once', () => {
    expect(businessClassifications.map(({ id }) => id)).toEqual(rows.map(([id]) => wholeId(id)));
    const ids = businessClassifications.flatMap((group) => [group.id, ...group.industries.map((one) => one.id)]);
    expect(ids.filter(isId)).toHaveLength(27 + 334);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { name } of businessClassifications.flatMap((group) => group.industries))
      expect(name).toMatch(/^\S.*\S$/);
  });

  it('take no group for an industry', () => {
    expect(industryIds).not.toContain('9ed38152-7d6f-11e3-9042-5404a6144203');
  });
});
