import { type ApplicationPrincipal, ref, type ResourceDocument } from '@halyard/contracts';

/** The entry point of clients (reference facts, section 1): links to everything that the token's account has. */
export const rootDocument = ({ accountId }: ApplicationPrincipal): ResourceDocument<'root'> => ({
  document: 'resource',
  kind: 'root',
  id: '',
  attributes: {},
  links: {
    account: ref('account', accountId),
    customers: ref('listCustomers'),
    events: ref('listEvents'),
    'webhook-subscriptions': ref('listWebhookSubscriptions'),
  },
});
