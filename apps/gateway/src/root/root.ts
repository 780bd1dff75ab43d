import { type ApplicationPrincipal, ref, type ResourceDocument } from '@halyard/contracts';

/** Where clients begin (reference facts, section 1): all that the token's account can be asked for. */
export const rootDocument = ({ accountId }: ApplicationPrincipal): ResourceDocument<'root'> => ({
  document: 'resource',
  kind: 'root',
  id: '',
  attributes: {},
  links: {
    account: ref('account', accountId),
    customers: ref('customers'),
    events: ref('events'),
    'webhook-subscriptions': ref('webhook-subscriptions'),
  },
});
