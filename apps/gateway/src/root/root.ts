import { type ApplicationPrincipal, ref, type ResourceAnswer } from '@halyard/contracts';

/** The entry point of clients (reference facts, section 1): links to everything that the token's account has. */
export const rootAnswer = ({ accountId }: ApplicationPrincipal, isSandbox: boolean): ResourceAnswer<'root'> => ({
  type: 'resource',
  kind: 'root',
  id: '',
  attributes: {},
  links: {
    account: ref('account', accountId),
    customers: ref('listCustomers'),
    'funding-sources': ref('listFundingSources'),
    transfers: ref('listTransfers'),
    payments: ref('listPayments'),
    events: ref('listEvents'),
    'webhook-subscriptions': ref('listWebhookSubscriptions'),
    simulate: isSandbox ? ref('simulateBankProcessing') : undefined,
    clock: isSandbox ? ref('sandbox-clock') : undefined,
  },
});
