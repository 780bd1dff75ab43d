import type { TakenAway } from '@halyard/recovery';
import type { Erasure } from './erasure.entity.js';

export const PERSON_ERASED = 'person-erased';

/** The entry for the list of what was taken away. It does not repeat the reason, which is text that somebody wrote. */
export const erasureEntry = ({ id, customerId, operator, personId, created }: Erasure): TakenAway => ({
  what: PERSON_ERASED,
  at: created.toISOString(),
  erasureId: id,
  customerId,
  operator,
  ...(personId !== null && { personId }),
});
