import { partyFact } from '../facts.js';
import type { CloudEventOf, FactOf } from './cloud-event.js';
import { catalogue } from './cloud-event.js';

/** Key: the account. */
export const authEvents = catalogue('auth.events.v1', {
  'auth.account-opened.v1': partyFact,
  'auth.account-settings-changed.v1': partyFact,
});
export type AuthFact = FactOf<typeof authEvents>;
export type AuthEvent = CloudEventOf<typeof authEvents>;
