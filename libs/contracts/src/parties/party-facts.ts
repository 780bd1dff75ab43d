import { z } from 'zod';
import { cents, toldAtOnce, version } from '../kernel/services/fact.js';

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

/** Asks the owner of parties for their names. */
export const partyNamesQuery = z.object({ accountId: z.uuid(), ids: z.array(z.uuid()).max(400) });

/** By id. Without parties that were erased, or that belong to another account. */
export const partyNames = z.object({ names: z.record(z.string(), z.string()) });

export type PartyNames = z.infer<typeof partyNames>;

/** A holder has a balance. The account is a holder, and so is a customer whose identity was verified. */
export const isHolder = ({ kind, type, status }: Pick<PartyFact, 'kind' | 'type' | 'status'>): boolean =>
  kind === 'account' || ((type === 'personal' || type === 'business') && status === 'verified');

/** Whether a party has lost its ability to send by a certain time, although its status lets it send. */
export const hasSendingEnded = ({ maySendUntil }: Pick<PartyFact, 'maySendUntil'>, at: Date): boolean =>
  maySendUntil !== undefined && at.getTime() >= Date.parse(maySendUntil);
