import { deriveId, isReturnCode, returnCodes } from '@halyard/core';
import { z } from 'zod';

const version = z
  .number()
  .int()
  .positive()
  .describe('Sequence of the change that this states; an older one never overwrites a newer one.');

const cents = z
  .string()
  .regex(/^\d{1,12}$/)
  .describe('Whole cents.');

/** What an operator sets for an account (decision "settings of an account"). */
export const accountSettings = z.object({
  weeklyLimitMinor: cents.describe('The most that an unverified customer may send in a week, in whole cents.'),
  transferLimitMinor: cents.describe('The most that a verified customer may send at once, in whole cents.'),
  sameDayClearing: z.boolean(),
  wires: z.boolean(),
});
export type AccountSettings = z.infer<typeof accountSettings>;

/** Of an account for which nothing was set (decisions "limits", "same-day clearing", "wires"). */
export const defaultAccountSettings: AccountSettings = {
  weeklyLimitMinor: '500000',
  transferLimitMinor: '1000000',
  sameDayClearing: true,
  wires: true,
};

export const customerStatus = z.enum(['verified', 'unverified', 'retry', 'document', 'suspended', 'deactivated']);

/** What services know of an owner of funding sources: an account, or a customer of one. */
export const partyFact = z.object({
  partyId: z.uuid(),
  accountId: z.uuid(),
  kind: z.enum(['account', 'customer']),
  type: z.enum(['account', 'unverified', 'receive-only', 'personal', 'business']).describe('`account` for accounts.'),
  status: customerStatus,
  maySendUntil: z.iso
    .datetime()
    .optional()
    .describe("By the account's clock: from then on it sends nothing. Absent where nothing ends."),
  settings: accountSettings.optional().describe('Of an account for which something was set.'),
  version,
});
export type PartyFact = z.infer<typeof partyFact>;

/** An ACH return code (reference facts 7.9). */
const returnCode = z.enum(Object.keys(returnCodes).filter(isReturnCode));

/** What services may ask of an application that may act. Nothing of it is kept by them. */
export const applicationFact = z.object({
  applicationId: z.uuid(),
  accountId: z.uuid(),
  origins: z.array(z.string()).describe('Of its pages. A port of `*` stands for any.'),
});
export type ApplicationFact = z.infer<typeof applicationFact>;

/** What services know of a funding source. Its name and numbers stay with the owner. */
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
  version,
});
export type FundingSourceFact = z.infer<typeof fundingSourceFact>;

/**
 * Facts by their names. Events name the fact that they state, and do not spell it out: a field more in a fact is no new
 * version of an event. It is optional or has a default, because what was told before is told again without it.
 */
export const facts = { PartyFact: partyFact, FundingSourceFact: fundingSourceFact } as const;

/** What one call between services tells of at the most. */
export const TOLD_AT_ONCE_MAX = 250;
const toldAtOnce = <Fact extends z.ZodType>(fact: Fact) => z.array(fact).min(1).max(TOLD_AT_ONCE_MAX);

/** Parties as they are now. */
export const toldParties = z.object({ parties: toldAtOnce(partyFact) });

/** A return that has effects beside the failure of the transfer, for whoever owns what they change. */
const appliedReturn = z.object({
  id: z.uuid().describe('Of what it changes: the bank that it came from, or the customer who owns that.'),
  returnId: z.uuid().describe('Names the return for ever: its effects come once.'),
  code: returnCode,
});
export type AppliedReturn = z.infer<typeof appliedReturn>;
export const appliedReturns = z.object({ returns: toldAtOnce(appliedReturn) });

/** Micro-deposits that were begun: what is to be paid to which bank, under the id of their payment. */
export const begunMicroDeposits = z.object({
  accountId: z.uuid(),
  ownerKind: z.enum(['account', 'customer']),
  ownerId: z.uuid(),
  fundingSourceId: z.uuid(),
  amountsMinor: z.array(cents).length(2),
  at: z.iso.datetime().describe('When they were begun.'),
});
export type BegunMicroDeposits = z.infer<typeof begunMicroDeposits>;

/** What became of micro-deposits at their bank. */
const microDepositsEnd = z.object({
  fundingSourceId: z.uuid(),
  paymentId: z.uuid(),
  status: z.enum(['processed', 'failed']),
  code: returnCode.optional().describe('Why their bank returned them.'),
});
export type MicroDepositsEnd = z.infer<typeof microDepositsEnd>;
export const endedMicroDeposits = z.object({ ended: toldAtOnce(microDepositsEnd) });

/** What a bank says that an account there holds, in whole US cents; it may be overdrawn. */
const bankCents = z.string().regex(/^-?\d{1,15}$/);
export const inquiredBalance = z.discriminatedUnion('status', [
  z.object({ status: z.literal('processing') }),
  z.object({ status: z.literal('done'), availableMinor: bankCents, currentMinor: bankCents, at: z.iso.datetime() }),
]);
export type InquiredBalance = z.infer<typeof inquiredBalance>;

/** A holder has a balance: the account itself, or a customer whose identity was verified. */
export const isHolder = ({ kind, type, status }: Pick<PartyFact, 'kind' | 'type' | 'status'>): boolean =>
  kind === 'account' || ((type === 'personal' || type === 'business') && status === 'verified');

/** Whether a party that may send by its status does no more at a time. */
export const hasSendingEnded = ({ maySendUntil }: Pick<PartyFact, 'maySendUntil'>, at: Date): boolean =>
  maySendUntil !== undefined && at.getTime() >= Date.parse(maySendUntil);

/** A holder has one balance, whose id follows from its own: whoever makes or looks for it first knows it. */
export const balanceIdOf = (ownerId: string): string => deriveId(ownerId, 'balance');

/** What of a customer's money stands against erasing the customer. */
export const customerMoney = z.object({
  isPending: z.boolean().describe('Something is under way to or from it, or is to be returned.'),
  balanceMinor: z
    .string()
    .regex(/^-?\d{1,20}$/)
    .describe('Of its balance, in whole US cents.'),
  lastTransferAt: z.iso.datetime().optional(),
});
export type CustomerMoney = z.infer<typeof customerMoney>;

/** An order to forget a person. */
export const customerErasure = z.object({
  accountId: z.uuid(),
  at: z.iso.datetime().describe("By the account's clock."),
});
export type CustomerErasure = z.infer<typeof customerErasure>;

/** What a search for customers asks of their service, page by page. */
export const customerSearch = z.object({
  accountId: z.uuid(),
  search: z.string().min(1).max(255),
  after: z.number().int().nonnegative().describe('`next` of the page before; 0 for the first.'),
});

/** Ids alone: names and addresses stay with the owner. */
export const customersFound = z.object({
  ids: z.array(z.uuid()),
  next: z.number().int().positive().optional().describe('Absent from the last page.'),
});
export type CustomersFound = z.infer<typeof customersFound>;
