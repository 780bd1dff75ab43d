import type { SearchBox } from '../../parts/filters.js';

const AMOUNT = /^\$?\d[\d,]{0,14}(?:\.\d{1,2})?(?: ?USD)?$/i;

const decimalIn = (text: string): string => text.replaceAll(/[$,]|USD/gi, '').trim();

/** The lowest and the highest amount that a text asks for: `25.00`, or `10-50`. Undefined if it is no amount. */
function amountsIn(text: string): readonly [lowest: string, highest: string] | undefined {
  const [lowest = '', highest = lowest, ...others] = text.split(/\s?[-–]\s?/);
  const isAmount = others.length === 0 && AMOUNT.test(lowest) && AMOUNT.test(highest);
  return isAmount ? [decimalIn(lowest), decimalIn(highest)] : undefined;
}

/** The text that asks for the filters of an address. */
function textOf(query: URLSearchParams): string {
  const [lowest, highest] = [query.get('startAmount') ?? '', query.get('endAmount') ?? ''];
  if (lowest === '' && highest === '') return query.get('search') ?? '';
  return lowest === highest ? lowest : `${lowest}-${highest}`;
}

/** The box that finds payments by what people know of them: a name, an amount, or a range of amounts. */
export const transferSearch: SearchBox = {
  label: 'Search transfers',
  hint: 'Name, amount (25.00) or range (10-50)',
  names: ['search', 'startAmount', 'endAmount'],
  textOf,
  filtersOf: (text) => {
    const amounts = amountsIn(text);
    if (!amounts) return text === '' ? [] : [['search', text]];
    return [
      ['startAmount', amounts[0]],
      ['endAmount', amounts[1]],
    ];
  },
};
