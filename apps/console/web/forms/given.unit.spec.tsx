import { describe, expect, it } from '@jest/globals';
import type { Template } from '@halyard/client';
import { givenIn, unitOf } from './given.js';

const currency = { name: 'fee.currency', options: { inline: ['USD'] } };
const template: Template = {
  method: 'POST',
  properties: [
    { name: 'name' },
    { name: 'fee.value', type: 'number' },
    currency,
    { name: 'price.value' },
    { name: 'price.currency', type: 'hidden', value: 'EUR' },
    { name: 'limit.value' },
    { name: 'limit.currency', options: { inline: ['USD', 'EUR'] } },
  ],
};

describe('a currency that nobody chooses', () => {
  it('is sent with its amount', () => {
    expect(givenIn({ 'fee.value': '1.00' }, template)).toEqual({ 'fee.value': '1.00', 'fee.currency': 'USD' });
  });

  it('is not sent without an amount', () => {
    expect(givenIn({ name: 'Ada', 'fee.value': '' }, template)).toEqual({ name: 'Ada' });
  });

  it.each([
    ['fee.value', 'USD'],
    ['price.value', 'EUR'],
    ['limit.value', undefined],
    ['name', undefined],
  ])('is the unit of its amount alone: %s', (name, unit) => {
    expect(unitOf({ name }, template.properties ?? [])).toBe(unit);
  });
});
