import { expect, it } from '@jest/globals';
import { transferSearch } from './transfer-search.js';

it.each([
  ['25', 'startAmount=25&endAmount=25'],
  ['25.00', 'startAmount=25.00&endAmount=25.00'],
  ['$1,250.5', 'startAmount=1250.5&endAmount=1250.5'],
  ['25.00 USD', 'startAmount=25.00&endAmount=25.00'],
  ['10-50', 'startAmount=10&endAmount=50'],
  ['10.00 – 50.00', 'startAmount=10.00&endAmount=50.00'],
  ['Ada Byron', 'search=Ada+Byron'],
  ['order-2207', 'search=order-2207'],
  ['1-2-3', 'search=1-2-3'],
  ['25.001', 'search=25.001'],
  ['', ''],
])('the text %j asks for the filters %j', (text, query) => {
  const filters = transferSearch.filtersOf(text);
  expect(new URLSearchParams(filters as [string, string][]).toString()).toBe(query);
});

it.each(['startAmount=25&endAmount=25', 'startAmount=10&endAmount=50', 'search=Ada'])(
  'the address with %s shows the text that asks for it',
  (query) => {
    const text = transferSearch.textOf(new URLSearchParams(query));
    const filters = transferSearch.filtersOf(text);
    expect(new URLSearchParams(filters as [string, string][]).toString()).toBe(query);
  },
);
