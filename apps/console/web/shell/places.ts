/** The pages of the navigation, in its order. */
export const places = [
  ['/', 'Overview'],
  ['/transfers', 'Transfers'],
  ['/customers', 'Customers'],
  ['/funding-sources', 'Funding sources'],
  ['/webhook-subscriptions', 'Webhooks'],
  ['/events', 'Events'],
  ['/requests', 'Requests'],
  ['/applications', 'Applications'],
  ['/team', 'Team'],
] as const;

export const operations = ['/operations', 'Operations'] as const;

/** The places in the navigation of pages that it does not list, by the first part of their path. */
const kin: Readonly<Record<string, string>> = {
  payments: '/transfers',
  'beneficial-owners': '/customers',
  documents: '/customers',
  webhooks: '/webhook-subscriptions',
  replays: '/webhook-subscriptions',
  'idempotency-keys': '/requests',
  people: '/team',
  invitations: '/team',
  statement: '/',
  account: '/',
};

/** The path of the navigation's page to which a page belongs. The navigation may not have that page. */
export function placeOf(pathname: string): string {
  const [, first = ''] = pathname.split('/');
  return kin[first] ?? `/${first}`;
}

/** The pages of operators, and what operators do there. */
export const pagesOfOperators = [
  ['/operations/accounts', 'Accounts', 'open, suspend, settings'],
  ['/operations/people', 'People', 'suspend, reset second factor'],
  ['/operations/applications', 'Applications', 'review, suspend'],
  ['/operations/documents', 'Documents', 'review'],
  ['/operations/parked-messages', 'Parked messages', 'replay, skip'],
  ['/operations/read-models', 'Read models', 'lag, rebuild'],
  ['/operations/ledger', 'Ledger', 'trial balance by account'],
  ['/operations/legal-holds', 'Legal holds', 'set, lift'],
  ['/operations/erasures', 'Erasures', 'erase a person'],
] as const;

/** Further pages that the palette leads to. */
export const morePlaces = [
  ['/transfers/new', 'Create transfer'],
  ['/customers/new', 'Create customer'],
  ['/idempotency-keys', 'Idempotency keys'],
  ['/statement', 'Month'],
  ['/account', 'Account'],
] as const;
