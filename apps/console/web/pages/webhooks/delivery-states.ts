import type { FilterChoice } from '../../parts/filters.js';

/** States of deliveries that have failed at least once and are not delivered. */
const FAILED = 'waiting failed';

/** The query of the deliveries that failed. */
export const FAILED_QUERY = `?${new URLSearchParams(FAILED.split(' ').map((state) => ['state', state])).toString()}`;

/** The filter of a list of deliveries, in words. */
export const stateChoice: FilterChoice = {
  name: 'state',
  label: 'Status',
  values: [FAILED, 'pending', 'held', 'delivered'],
  texts: {
    '': 'All',
    [FAILED]: 'Failed so far',
    pending: 'On its way',
    held: 'Held: it was paused then',
    delivered: 'Delivered',
  },
};
