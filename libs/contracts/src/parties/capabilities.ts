import type { PartyFact } from './party-facts.js';

/** The abilities that a status gives a party. */
export interface Capabilities {
  readonly send: boolean;
  /**
   * `offered`: others may pay the party. `accepted`: others may pay it only into its balance, where the money stays.
   */
  readonly receive: 'offered' | 'accepted' | 'refused';
  /** Whether the party may get a bank, and have it verified. */
  readonly banks: boolean;
}

const open: Capabilities = { send: true, receive: 'offered', banks: true };
const inQuestion: Capabilities = { send: false, receive: 'accepted', banks: true };
const closed: Capabilities = { send: false, receive: 'refused', banks: false };

/** Capabilities by status (reference facts, section 2.4). Every service decides by this table. */
export const capabilities: Readonly<Record<PartyFact['status'], Capabilities>> = {
  unverified: open,
  verified: open,
  retry: inQuestion,
  document: inQuestion,
  suspended: closed,
  deactivated: closed,
};

/**
 * Whether a party can be paid. If payments are merely accepted they have to stay in the party's balance (reference
 * facts, section 2.4). A party only has a balance once its identity is verified (specification, balance behavior 1).
 */
export const mayReceive = ({ status }: Pick<PartyFact, 'status'>): boolean =>
  capabilities[status].receive === 'offered';

/** Whether a party can send at all, by its type and status. */
export const maySend = ({ type, status }: Pick<PartyFact, 'type' | 'status'>): boolean =>
  type !== 'receive-only' && capabilities[status].send;
