import { z } from 'zod';
import { returnCode, toldAtOnce } from '../kernel/services/fact.js';

/** A return that changes more than its transfer, told to the owner of the bank or customer that it changes. */
const appliedReturn = z.object({
  id: z.uuid().describe('Of what it changes: the bank that it came from, or the customer who owns that.'),
  returnId: z.uuid().describe('Names the return for ever: its effects come once.'),
  code: returnCode,
});

export type AppliedReturn = z.infer<typeof appliedReturn>;

export const appliedReturns = z.object({ returns: toldAtOnce(appliedReturn) });
