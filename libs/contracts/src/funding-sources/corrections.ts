import { correctionCodes, isCorrectionCode } from '@halyard/core';
import { z } from 'zod';
import { toldAtOnce } from '../kernel/services/fact.js';
import { fundingSourceFact } from './funding-source-facts.js';
import { bankAccountTypes } from './funding-sources.js';

/** A correction that changes a bank, told to the owner of the bank. */
const appliedCorrection = z.object({
  fundingSourceId: z.uuid(),
  correctionId: z.uuid().describe('Names the correction for ever: its effect comes once.'),
  code: z.enum(Object.keys(correctionCodes).filter(isCorrectionCode)),
  corrected: z.object({
    routingNumber: z.string().optional(),
    accountNumber: z.string().optional(),
    bankAccountType: z.enum(bankAccountTypes).optional(),
  }),
});
export type AppliedCorrection = z.infer<typeof appliedCorrection>;

export const appliedCorrections = z.object({ corrections: toldAtOnce(appliedCorrection) });

/** Of each correction, whether it changed its bank, also in a repeat; and the banks as they are now. */
export const correctionsOutcome = z.object({
  outcomes: z.array(z.object({ correctionId: z.uuid(), applied: z.boolean() })).readonly(),
  sources: z.array(fundingSourceFact).readonly(),
});
export type CorrectionsOutcome = z.infer<typeof correctionsOutcome>;
