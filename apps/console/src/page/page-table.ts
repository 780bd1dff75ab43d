/** Resources with a list and a page of each. */
const listed: ReadonlySet<string> = new Set([
  'transfers',
  'customers',
  'funding-sources',
  'webhook-subscriptions',
  'events',
  'requests',
  'applications',
  'people',
  'invitations',
]);
/** Resources without a list of all of them. */
const single: ReadonlySet<string> = new Set([
  'accounts',
  'beneficial-owners',
  'documents',
  'idempotency-keys',
  'payments',
  'replays',
  'webhooks',
]);
const others: ReadonlySet<string> = new Set(['', 'account', 'idempotency-keys', 'operations', 'statement', 'team']);
const ofOperators: ReadonlySet<string> = new Set([
  'accounts',
  'applications',
  'documents',
  'erasures',
  'ledger',
  'legal-holds',
  'parked-messages',
  'people',
  'read-models',
]);

/** A list that belongs to a resource, at `/<noun>/<id>/<list>`, is the deepest. */
const DEPTH_MAX = 3;

/** Whether the console has a page at a path. */
export function isPage(path: string): boolean {
  const [noun = '', ...rest] = path.replace(/\/$/, '').split('/').slice(2);
  if (rest.length >= DEPTH_MAX) return false;
  if (rest.length === 0) return listed.has(noun) || others.has(noun);
  if (noun === 'operations') return ofOperators.has(rest[0] ?? '');
  return listed.has(noun) || single.has(noun);
}
