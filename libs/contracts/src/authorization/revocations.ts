import { z } from 'zod';

/**
 * Things that can end before the tokens that name them expire: a token by its `jti`, a family of tokens, a session, a
 * person, an application, an account, a signing key; and `credentials`, an application's secrets. Kinds keep their
 * names for ever: append new ones.
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
  /** Only tokens issued before this moment have ended, in milliseconds. Absent if all of them have ended. */
  beforeMs: z.number().optional(),
  /** When the last token that the revocation concerns has expired, in milliseconds. */
  untilMs: z.number(),
});
export type Revocation = z.infer<typeof revocation>;

/** The revocations after a number, in order. `number` is that of the last one, and the next page begins after it. */
export const revocationPage = z.object({
  number: z.number(),
  revocations: z.array(revocation),
  /**
   * The requested number does not exist, or no longer exists: the reader has to start from the beginning of the list.
   */
  isReset: z.boolean(),
});
export type RevocationPage = z.infer<typeof revocationPage>;

/** The most revocations in a page. A page with fewer is the last one for now. */
export const REVOCATION_PAGE = 10_000;
/** Auth makes a reader wait this long for the next revocation. */
export const REVOCATION_WAIT_SECONDS = 5;

/** The names in a token that may have ended. */
export const revocationQuestion = z.object({
  names: z.array(z.object({ kind: z.enum(revocationKinds), id: z.string() })).max(revocationKinds.length),
  issuedAtMs: z.number(),
});
export type RevocationQuestion = z.infer<typeof revocationQuestion>;

/** The kind of the name that has ended, for which the token is refused. Undefined for a token that is still good. */
export const revocationVerdict = z.object({ ended: z.enum(revocationKinds).optional() });
