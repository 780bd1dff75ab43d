/** Pages of the documentation, by the beginning of the console page's path. The first match counts. */
const pages = [
  ['/transfers', 'money/'],
  ['/payments', 'how-to/read-a-timeline/'],
  ['/customers', 'customers/'],
  ['/beneficial-owners', 'business-verification/'],
  ['/documents', 'documents/'],
  ['/funding-sources', 'concepts/banks/'],
  ['/webhooks', 'how-to/receive-webhooks/'],
  ['/webhook-subscriptions', 'how-to/receive-webhooks/'],
  ['/replays', 'how-to/receive-webhooks/'],
  ['/events', 'how-to/follow-events/'],
  ['/requests', 'how-to/read-the-log-of-requests/'],
  ['/idempotency-keys', 'concepts/idempotency/'],
  ['/applications', 'how-to/act-for-other-accounts/'],
  ['/statement', 'how-to/read-a-statement/'],
  ['/team', 'how-to/let-people-log-in/'],
  ['/people', 'how-to/let-people-log-in/'],
  ['/invitations', 'how-to/let-people-log-in/'],
  ['/operations/parked-messages', 'how-to/replay-parked-messages/'],
  ['/operations/read-models', 'how-to/rebuild-a-read-model/'],
  ['/operations/ledger', 'runbooks/money-does-not-add-up/'],
  ['/operations/erasures', 'runbooks/erase-a-person/'],
  ['/operations/legal-holds', 'runbooks/erase-a-person/'],
  ['/operations/documents', 'documents/'],
  ['/operations', 'operate/'],
] as const;

/** The page of the documentation about a page of the console, as a path below the documentation. */
export const helpOn = (pathname: string): string =>
  pages.find(([beginning]) => pathname.startsWith(beginning))?.[1] ?? 'how-to/use-the-console/';
