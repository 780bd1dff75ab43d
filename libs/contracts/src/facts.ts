import { deriveId, isReturnCode, returnCodes } from '@halyard/core';
import { z } from 'zod';
import { text } from './field-contents.js';

const version = z
  .number()
  .int()
  .positive()
  .describe('Sequence of the change that this states; an older one never overwrites a newer one.');

const cents = text('kept')
  .regex(/^\d{1,12}$/)
  .describe('Whole cents.');

/** The settings of an account, made by an operator (decision "settings of an account"). */
const accountSettings = z.object({
  weeklyLimitMinor: cents.describe('The most that an unverified customer may send in a week, in whole cents.'),
  transferLimitMinor: cents.describe('The most that a verified customer may send at once, in whole cents.'),
  sameDayClearing: z.boolean(),
  wires: z.boolean(),
});
export type AccountSettings = z.infer<typeof accountSettings>;

/** The settings of an account for which nobody has set any (decisions "limits", "same-day clearing", "wires"). */
export const defaultAccountSettings: AccountSettings = {
  weeklyLimitMinor: '500000',
  transferLimitMinor: '1000000',
  sameDayClearing: true,
  wires: true,
};

export const customerStatus = z.enum(['verified', 'unverified', 'retry', 'document', 'suspended', 'deactivated']);

/** The facts that services know of a party: an account, or a customer of one. */
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

/** The facts that services may ask about an active application. They do not store them. */
export const applicationFact = z.object({
  applicationId: z.uuid(),
  accountId: z.uuid(),
  origins: z.array(z.string()).describe('Of its pages. A port of `*` stands for any.'),
});
export type ApplicationFact = z.infer<typeof applicationFact>;

/** Whether operators have suspended an account, so that nobody may act for it. Services do not store this. */
export const accountStanding = z.object({ isSuspended: z.boolean() });
export type AccountStanding = z.infer<typeof accountStanding>;

/** The applications that may have acted for an account: its own, and the first-party ones that people use. */
export const accountApplications = z.object({
  applications: z
    .array(z.object({ id: z.uuid(), name: z.string(), kind: z.enum(['server', 'integration', 'first-party']) }))
    .readonly(),
});
export type AccountApplications = z.infer<typeof accountApplications>;

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

/**
 * Facts by name. An event names the fact that it states instead of spelling it out, so that a new field of a fact needs
 * no new version of the event. New fields are optional or have a default, because older events, which come again, lack
 * them.
 */
export const facts = { PartyFact: partyFact, FundingSourceFact: fundingSourceFact } as const;

/** The most facts in one call between services. */
export const TOLD_AT_ONCE_MAX = 250;
const toldAtOnce = <Fact extends z.ZodType>(fact: Fact) => z.array(fact).min(1).max(TOLD_AT_ONCE_MAX);

/** States parties as they are now. */
export const toldParties = z.object({ parties: toldAtOnce(partyFact) });

/** Asks for the newest customers of an account that hold balances. */
export const holdersQuery = z.object({
  accountId: z.uuid(),
  before: z.number().int().positive().optional().describe('`next` of the page before.'),
});

export const holdersFound = z.object({
  holders: z.array(partyFact),
  next: z.number().int().positive().optional().describe('Absent from the last page.'),
});
export type HoldersFound = z.infer<typeof holdersFound>;

/** A return that changes more than its transfer, told to the owner of the bank or customer that it changes. */
const appliedReturn = z.object({
  id: z.uuid().describe('Of what it changes: the bank that it came from, or the customer who owns that.'),
  returnId: z.uuid().describe('Names the return for ever: its effects come once.'),
  code: returnCode,
});
export type AppliedReturn = z.infer<typeof appliedReturn>;
export const appliedReturns = z.object({ returns: toldAtOnce(appliedReturn) });

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

/** A holder has a balance. The account is a holder, and so is a customer whose identity was verified. */
export const isHolder = ({ kind, type, status }: Pick<PartyFact, 'kind' | 'type' | 'status'>): boolean =>
  kind === 'account' || ((type === 'personal' || type === 'business') && status === 'verified');

/** Whether a party has lost its ability to send by a certain time, although its status lets it send. */
export const hasSendingEnded = ({ maySendUntil }: Pick<PartyFact, 'maySendUntil'>, at: Date): boolean =>
  maySendUntil !== undefined && at.getTime() >= Date.parse(maySendUntil);

/** The id of a holder's only balance. It derives from the holder's id, so it is known before the balance exists. */
export const balanceIdOf = (ownerId: string): string => deriveId(ownerId, 'balance');

/** Money of a customer that prevents erasing the customer. */
export const customerMoney = z.object({
  isPending: z.boolean().describe('Something is under way to or from it, or is to be returned.'),
  balanceMinor: z
    .string()
    .regex(/^-?\d{1,20}$/)
    .describe('Of its balance, in whole US cents.'),
  lastTransferAt: z.iso.datetime().optional(),
});
export type CustomerMoney = z.infer<typeof customerMoney>;

/** An order to erase a person. */
export const customerErasure = z.object({
  accountId: z.uuid(),
  at: z.iso.datetime().describe("By the account's clock."),
});
export type CustomerErasure = z.infer<typeof customerErasure>;

/** A search for customers, page by page. */
export const customerSearch = z.object({
  accountId: z.uuid(),
  search: z.string().min(1).max(1_024),
  after: z.number().int().nonnegative().describe('`next` of the page before; 0 for the first.'),
});

/** Only ids: names and addresses stay with the owner. */
export const customersFound = z.object({
  ids: z.array(z.uuid()),
  next: z.number().int().positive().optional().describe('Absent from the last page.'),
});
export type CustomersFound = z.infer<typeof customersFound>;
