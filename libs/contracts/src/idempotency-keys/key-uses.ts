import { z } from 'zod';
import { resourceReference } from '../kernel/answers/refs.js';

/** `running`: being carried out. `done`: a repeat gets the outcome. `released`: refused, so a repeat is decided anew. */
export const keyUseStates = ['running', 'done', 'released'] as const;

/** Asks for the uses of an Idempotency-Key by applications of an account. */
export const keyQuery = z.object({
  accountId: z.uuid(),
  applicationIds: z.array(z.uuid()).readonly(),
  key: z.string(),
});
export type KeyQuery = z.infer<typeof keyQuery>;

/** The record that one service keeps of a request under a key. Times are system times. */
export const keyUse = z.object({
  applicationId: z.uuid(),
  method: z.string(),
  path: z.string().describe('As the client requested it, without the query.'),
  firstUsed: z.iso.datetime(),
  expires: z.iso.datetime(),
  state: z.enum(keyUseStates),
  at: z.iso.datetime().describe('When the state was reached.'),
  status: z.int().optional().describe('Of the outcome.'),
  resource: resourceReference.optional().describe('What the outcome made, or answers.'),
  isCreated: z.boolean().optional().describe('Whether the outcome leads to the resource by Location.'),
});
export type KeyUse = z.infer<typeof keyUse>;

export const keyUses = z.object({ uses: z.array(keyUse).readonly() });
export type KeyUses = z.infer<typeof keyUses>;
