/** Paths of pages that show more than the API has at one path. */
export const ownPages = [
  '/account',
  '/customers/new',
  '/idempotency-keys',
  '/operations',
  '/operations/ledger',
  '/operations/parked-messages',
  '/operations/read-models',
  '/statement',
  '/team',
  '/transfers/new',
] as const;

export type OwnPage = (typeof ownPages)[number];
