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

/** What else the palette leads to. */
export const morePlaces = [
  ['/transfers/new', 'Create transfer'],
  ['/customers/new', 'Create customer'],
  ['/idempotency-keys', 'Idempotency keys'],
  ['/statement', 'Month'],
  ['/account', 'Account'],
] as const;
