import { z } from 'zod';
import { text } from '../kernel/rows/field-contents.js';
import { partyFact } from '../parties/party-facts.js';
import { permissions } from '../kernel/callers/permissions.js';
import { invitedRoles, personRoles } from '../people/roles.js';
import { scopes } from '../kernel/callers/principal.js';
import { catalogue, type FactOf } from '../kernel/services/cloud-event.js';

const account = z.object({ accountId: z.uuid(), fact: partyFact });

/** The key is the account. Each event states the account as it is from then on. */
export const authEvents = catalogue('auth.events.v1', {
  'auth.account-opened.v1': account,
  'auth.account-settings-changed.v1': account,
  'auth.application-settings-changed.v1': account
    .extend({ applicationId: z.uuid(), origins: z.array(text('url')).describe('Of its pages, since then.') })
    .describe('What an application says of itself changed. The account is as it was.'),
  'auth.application-created.v1': account
    .extend({ applicationId: z.uuid(), kind: z.enum(['server', 'integration']) })
    .describe('The account has one more application, and is as it was.'),
  'auth.application-changed.v1': account
    .extend({
      applicationId: z.uuid(),
      status: z.enum(['waiting', 'active', 'rejected', 'suspended']),
      scopes: z.array(z.enum(scopes)),
      permissions: z.enum(permissions),
    })
    .describe('The account or an operator changed an application. The account is as it was.'),
  'auth.application-secret-created.v1': account
    .extend({ applicationId: z.uuid() })
    .describe('An application has another secret. The account is as it was.'),
  'auth.account-suspended.v1': account.describe('Nobody acts for the account until it is reinstated.'),
  'auth.account-reinstated.v1': account.describe('The account, which was suspended, can be acted for again.'),
  'auth.person-invited.v1': account
    .extend({ invitationId: z.uuid(), role: z.enum(invitedRoles) })
    .describe('Somebody was invited to the account, which is as it was.'),
  'auth.invitation-withdrawn.v1': account
    .extend({ invitationId: z.uuid() })
    .describe('An invitation can no longer be accepted. The account is as it was.'),
  'auth.person-joined.v1': account
    .extend({ personId: z.uuid(), role: z.enum(personRoles) })
    .describe('A person belongs to the account, which is as it was.'),
  'auth.person-role-changed.v1': account
    .extend({ personId: z.uuid(), role: z.enum(personRoles) })
    .describe('A person may do something else in the account, which is as it was.'),
  'auth.person-removed.v1': account
    .extend({ personId: z.uuid() })
    .describe('A person does not belong to the account any more, which is as it was.'),
});
export type AuthFact = FactOf<typeof authEvents>;
