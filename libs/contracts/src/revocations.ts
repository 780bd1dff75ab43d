import { z } from 'zod';

/**
 * What can end before the tokens that name it expire: a token by its `jti`, a family of tokens, a session, a person, an
 * application, an account, a signing key; and `credentials`, secrets of an application. Names are for ever: append.
 */
export const revocationKinds = [
  'token',
  'family',
  'session',
  'person',
  'application',
  'account',
  'signing-key',
  'credentials',
] as const;
export type RevocationKind = (typeof revocationKinds)[number];

const revocation = z.object({
  kind: z.enum(revocationKinds),
  id: z.string(),
  /** Only tokens that were issued before this moment have ended; all of them where it is absent. In milliseconds. */
  beforeMs: z.number().optional(),
  /** Until when a token may be left that it concerns. In milliseconds. */
  untilMs: z.number(),
});
export type Revocation = z.infer<typeof revocation>;

/** What ended after a number, in order. Its last one has the number of the page, after which the next page begins. */
export const revocationPage = z.object({
  number: z.number(),
  revocations: z.array(revocation),
  /** The number that was asked for does not exist (any more): the list is to be read from its beginning. */
  isReset: z.boolean(),
});
export type RevocationPage = z.infer<typeof revocationPage>;

/** The most that a page has. One with fewer is the last, for now. */
export const REVOCATION_PAGE = 10_000;
/** How long auth has a reader wait for the next revocation. */
export const REVOCATION_WAIT_SECONDS = 5;

/** What a token names, which may have ended. */
export const revocationQuestion = z.object({
  names: z.array(z.object({ kind: z.enum(revocationKinds), id: z.string() })).max(revocationKinds.length),
  issuedAtMs: z.number(),
});
export type RevocationQuestion = z.infer<typeof revocationQuestion>;

/** The kind of what has ended, by which a token is refused; undefined for a token that stands. */
export const revocationVerdict = z.object({ ended: z.enum(revocationKinds).optional() });
