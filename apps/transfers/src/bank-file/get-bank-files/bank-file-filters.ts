import { fileDirections } from '@halyard/contracts/bank-files';
import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';

/** `from` is included, and `to` is not. Both are of `created`. */
export const bankFileFilters = new DeclaredQuery(
  { ...terms.page, direction: terms.oneOf(fileDirections), from: terms.moment, to: terms.moment },
  undefined,
  'refused',
);
export type BankFileFilters = ValuesOf<typeof bankFileFilters>;

export const entriesPage = new DeclaredQuery(terms.page, undefined, 'refused');
