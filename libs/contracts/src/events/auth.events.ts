import { z } from 'zod';
import { partyFact } from '../facts.js';
import type { CloudEventOf, FactOf } from './cloud-event.js';
import { catalogue } from './cloud-event.js';

const account = z.object({ accountId: z.uuid(), fact: partyFact });

/** Key: the account. Each states the account as it is since. */
export const authEvents = catalogue('auth.events.v1', {
  'auth.account-opened.v1': account,
  'auth.account-settings-changed.v1': account,
  'auth.application-settings-changed.v1': account
    .extend({ applicationId: z.uuid(), origins: z.array(z.string()).describe('Of its pages, since then.') })
    .describe('What an application says of itself changed. The account is as it was.'),
});
export type AuthFact = FactOf<typeof authEvents>;
export type AuthEvent = CloudEventOf<typeof authEvents>;
