import type { FundingSource } from './funding-source.entity.js';

/** `change numbers` is an edit as well. */
export const sourceCommands = [
  'edit',
  'change numbers',
  'remove',
  'initiate-micro-deposits',
  'verify-micro-deposits',
] as const;
export type SourceCommand = (typeof sourceCommands)[number];

/** The state follows from the source's type, and from how far the bank is proved to be its owner's. */
export const sourceStateNames = [
  'unverified',
  'deposits sent',
  'amounts named wrongly',
  'attempts used up',
  'deposits returned',
  'deposits returned after a wrong attempt',
  'verified',
  'wire',
  'balance',
  'removed',
] as const;
export type SourceState = (typeof sourceStateNames)[number];

type Steps = Readonly<Partial<Record<SourceCommand, SourceState>>>;

const kept = (state: SourceState): Steps => ({ edit: state, remove: 'removed' });

/**
 * The states of a source: state × command → state (reference facts, sections 6.3, 6.5 and 6.7). A command that is not
 * listed is not allowed. Other numbers are another account, of which nothing is proved; after a wrong attempt they
 * would give new attempts. Wrong amounts lead to the states that say so.
 */
export const sourceStates: Readonly<Record<SourceState, Steps>> = {
  unverified: {
    ...kept('unverified'),
    'change numbers': 'unverified',
    'initiate-micro-deposits': 'deposits sent',
  },
  'deposits sent': {
    ...kept('deposits sent'),
    'change numbers': 'unverified',
    'verify-micro-deposits': 'verified',
  },
  'amounts named wrongly': { ...kept('amounts named wrongly'), 'verify-micro-deposits': 'verified' },
  'attempts used up': kept('attempts used up'),
  'deposits returned': { ...kept('deposits returned'), 'change numbers': 'unverified' },
  'deposits returned after a wrong attempt': kept('deposits returned after a wrong attempt'),
  verified: kept('verified'),
  wire: { ...kept('wire'), 'change numbers': 'wire' },
  balance: {},
  removed: {},
};

export type SourceStanding = Pick<FundingSource, 'type' | 'status' | 'channel' | 'removedAt' | 'microDeposits'>;

export function stateOf({ type, status, channel, removedAt, microDeposits }: SourceStanding): SourceState {
  if (removedAt) return 'removed';
  if (type === 'balance') return 'balance';
  if (channel === 'wire') return 'wire';
  if (status === 'verified') return 'verified';
  if (microDeposits === null) return 'unverified';
  const wasWrong = microDeposits.wrongAttempts > 0;
  if (microDeposits.status !== 'failed') return wasWrong ? 'amounts named wrongly' : 'deposits sent';
  if (microDeposits.failure === 'TooManyAttempts') return 'attempts used up';
  return wasWrong ? 'deposits returned after a wrong attempt' : 'deposits returned';
}

export const isAllowed = (command: SourceCommand, source: SourceStanding): boolean =>
  command in sourceStates[stateOf(source)];
