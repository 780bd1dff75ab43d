import type { PartyFact } from './facts.js';

/** What a party may do while it has a status. */
export interface Capabilities {
  readonly send: boolean;
  /** `offered`: it may be paid. `accepted`: only into a balance, where the money stays. */
  readonly receive: 'offered' | 'accepted' | 'refused';
  /** To get a bank, and to verify one. */
  readonly banks: boolean;
}

const open: Capabilities = { send: true, receive: 'offered', banks: true };
const inQuestion: Capabilities = { send: false, receive: 'accepted', banks: true };
const closed: Capabilities = { send: false, receive: 'refused', banks: false };

/** The table of capabilities by status (reference facts, section 2.4). Every service judges by it. */
export const capabilities: Readonly<Record<PartyFact['status'], Capabilities>> = {
  unverified: open,
  verified: open,
  retry: inQuestion,
  document: inQuestion,
  suspended: closed,
  deactivated: closed,
};

/**
 * Whether a party can be paid. When payments are merely accepted they have to stay in its balance (reference facts,
 * section 2.4), which it has only once its identity is verified (specification, balance behavior 1).
 */
export const mayReceive = ({ status }: Pick<PartyFact, 'status'>): boolean =>
  capabilities[status].receive === 'offered';

/** Whether a party can send at all, by its type and status. */
export const maySend = ({ type, status }: Pick<PartyFact, 'type' | 'status'>): boolean =>
  type !== 'receive-only' && capabilities[status].send;
