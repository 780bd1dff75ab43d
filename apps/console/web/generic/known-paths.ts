/** First parts of the paths of resources that have a page. */
const nouns: ReadonlySet<string> = new Set([
  'accounts',
  'applications',
  'beneficial-owners',
  'customers',
  'documents',
  'events',
  'funding-sources',
  'idempotency-keys',
  'invitations',
  'operations',
  'payments',
  'people',
  'replays',
  'requests',
  'transfers',
  'webhooks',
  'webhook-subscriptions',
]);

/** The API's path of a page; undefined where there is none. */
export function apiPathOf(pathname: string): string | undefined {
  const path = pathname.replace(/\/$/, '');
  return nouns.has(path.split('/')[1] ?? '') ? path : undefined;
}
