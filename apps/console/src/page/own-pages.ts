/** Paths of pages that show more than the API has at one path. */
export const ownPages = [
  '/account',
  '/customers/new',
  '/idempotency-keys',
  '/operations',
  '/operations/ledger',
  '/operations/parked-messages',
  '/operations/read-models',
  '/parts',
  '/statement',
  '/team',
  '/transfers/new',
] as const;

/** A page for those who work on the console. Production does not have it. */
export const PARTS_PAGE = '/parts';

export type OwnPage = (typeof ownPages)[number];
