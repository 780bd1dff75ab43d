import { DeclaredQuery, terms, type ValuesOf } from '@halyard/input';
import { embed } from '../event/embed-resource/embed-query.js';

/** How long a request may wait, in seconds. */
const WAIT_MAX = 20;

export const pullQuery = new DeclaredQuery({
  limit: terms.page.limit,
  after: terms.cursor(terms.wholeNumber(0, 9_999_999_999, 0, 'Number of the last event that the client has.')),
  embed,
  wait: terms.wholeNumber(0, WAIT_MAX, 0, 'For how many seconds to wait for an event where there is none.'),
});
export type PullQuery = ValuesOf<typeof pullQuery>;
