import { DeclaredQuery, terms, type ValuesOf } from '@halyard/http';
import { customerStatuses } from '../customer.entity.js';

/**
 * What GET /customers asks for (reference facts, section 2.8). A search is for any part of a name, the e-mail address or
 * the business name, in any case, or for the whole id or correlation id; one or two letters are looked for where a word
 * begins. The anchor is the position of the newest customer that the first page could see: later pages see none after it.
 */
export const customerFilters = new DeclaredQuery({
  ...terms.page,
  anchor: terms.anchor(/^\d{1,9}$/, Number),
  search: terms.text,
  email: terms.text,
  status: terms.anyOf(customerStatuses),
});

export type CustomerFilters = ValuesOf<typeof customerFilters>;
