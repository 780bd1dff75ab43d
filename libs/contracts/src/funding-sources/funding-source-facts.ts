import { z } from 'zod';
import { deriveId } from '@halyard/core';
import { cents, returnCode, toldAtOnce, version } from '../kernel/services/fact.js';

/** The facts that services know of a funding source. Its name and numbers stay with the owner. */
export const fundingSourceFact = z.object({
  fundingSourceId: z.uuid(),
  accountId: z.uuid(),
  ownerKind: z.enum(['account', 'customer']),
  ownerId: z.uuid(),
  type: z.enum(['bank', 'balance']),
  status: z.enum(['verified', 'unverified']),
  removed: z.boolean(),
  channels: z.array(z.enum(['ach', 'wire'])).describe('How money reaches a bank; none for a balance.'),
  returns: z
    .object({ code: returnCode, isLate: z.boolean() })
    .optional()
    .describe('In the sandbox alone: what bank processing is to be simulated with. Read from the name, which stays.'),
  created: z.iso.datetime().optional().describe('Absent from facts that were stated before it was told.'),
  version,
});

export type FundingSourceFact = z.infer<typeof fundingSourceFact>;

/** Micro-deposits that have to be paid: to which bank, and under which payment id. */
export const begunMicroDeposits = z.object({
  accountId: z.uuid(),
  ownerKind: z.enum(['account', 'customer']),
  ownerId: z.uuid(),
  fundingSourceId: z.uuid(),
  amountsMinor: z.array(cents).length(2),
  at: z.iso.datetime().describe('When they were begun.'),
});

export type BegunMicroDeposits = z.infer<typeof begunMicroDeposits>;

/** How micro-deposits ended at their bank. */
const microDepositsEnd = z.object({
  fundingSourceId: z.uuid(),
  paymentId: z.uuid(),
  status: z.enum(['processed', 'failed']),
  code: returnCode.optional().describe('Why their bank returned them.'),
  wrongAmounts: z
    .literal(true)
    .optional()
    .describe('In the sandbox alone: each attempt to verify them is answered as wrong amounts are.'),
});

export type MicroDepositsEnd = z.infer<typeof microDepositsEnd>;

export const endedMicroDeposits = z.object({ ended: toldAtOnce(microDepositsEnd) });

/** The balance that a bank reports for an account there, in whole US cents. It may be overdrawn. */
const bankCents = z.string().regex(/^-?\d{1,15}$/);

export const inquiredBalance = z.discriminatedUnion('status', [
  z.object({ status: z.literal('processing') }),
  z.object({ status: z.literal('done'), availableMinor: bankCents, currentMinor: bankCents, at: z.iso.datetime() }),
]);

export type InquiredBalance = z.infer<typeof inquiredBalance>;

/** The id of a holder's only balance. It derives from the holder's id, so it is known before the balance exists. */
export const balanceIdOf = (ownerId: string): string => deriveId(ownerId, 'balance');
