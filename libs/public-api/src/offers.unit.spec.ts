import { expect, it } from '@jest/globals';
import { writeRelations } from './offers.js';

it('links that lead to a write are told from those that lead to reading', () => {
  expect(['cancel', 'approve', 'retry-verification'].filter((relation) => !writeRelations.has(relation))).toEqual([]);
  expect(['customer', 'timeline', 'listCustomers', ''].filter((relation) => writeRelations.has(relation))).toEqual([]);
});
