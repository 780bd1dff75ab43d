import { z } from 'zod';
import { bankAccountTypes } from '../funding-sources/funding-sources.js';
import { version } from '../kernel/services/fact.js';

/** The most banks whose numbers one call asks for. */
export const NUMBERS_AT_ONCE_MAX = 1_000;

/** Asks for the numbers of banks as they were in a version, or as they are now. */
export const bankNumbersQuery = z.object({
  accountId: z.uuid(),
  banks: z
    .array(z.object({ fundingSourceId: z.uuid(), version: version.optional() }))
    .min(1)
    .max(NUMBERS_AT_ONCE_MAX),
});
export type BankNumbersQuery = z.infer<typeof bankNumbersQuery>;

/**
 * The numbers of those banks that the account has, in no order. Of an erased owner the numbers are absent, and so is a
 * bank that is not known.
 */
export const bankNumbersFound = z.object({
  banks: z
    .array(
      z.object({
        fundingSourceId: z.uuid(),
        version: version.describe('The version that was asked for, else the one that holds now.'),
        bankAccountType: z.enum(bankAccountTypes).optional(),
        numbers: z.object({ routingNumber: z.string(), accountNumber: z.string() }).optional(),
      }),
    )
    .readonly(),
});
export type BankNumbersFound = z.infer<typeof bankNumbersFound>;
