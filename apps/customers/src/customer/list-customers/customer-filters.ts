import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';
import { customerStatuses } from '../customer.entity.js';

/**
 * Query of GET /customers (reference facts, section 2.8). A search matches any part of a name, the e-mail address or
 * the business name, in any case, or the whole id or correlation id; one or two letters match only at the beginning of
 * a word. The anchor is the position of the newest customer that the first page could show: later pages show no newer
 * ones.
 */
export const customerFilters = new DeclaredQuery({
  ...terms.page,
  anchor: terms.anchor(/^\d{1,9}$/, Number),
  id: terms.ids,
  search: terms.text,
  email: { ...terms.text, content: 'email' },
  status: terms.anyOf(customerStatuses),
});

export type CustomerFilters = ValuesOf<typeof customerFilters>;
