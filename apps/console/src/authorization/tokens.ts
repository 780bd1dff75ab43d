import { z } from 'zod';

export const tokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  scopes: z.array(z.string()),
  /** In milliseconds. */
  expiresAtMs: z.number(),
});
export type Tokens = z.infer<typeof tokens>;

/** RFC 6749, 5.1. */
export const tokenAnswer = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  scope: z.string(),
  expires_in: z.number(),
  account_id: z.uuid(),
  id_token: z.string().optional(),
});
export type TokenAnswer = z.infer<typeof tokenAnswer>;

export const tokensOf = (answer: TokenAnswer, now: Date): Tokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token,
  scopes: answer.scope.split(' '),
  expiresAtMs: now.getTime() + answer.expires_in * 1_000,
});
