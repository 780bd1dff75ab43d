import { DomainError } from '@halyard/core';
import type { EventStore, SpeculativeStreamsOptions } from '../src/index.js';
import { Chain, PredecessorLost, SpeculativeStreams, WrongExpectedRevision } from '../src/index.js';
import type { Account, Move, MovedEvent } from './account.js';
import { accountDecider, toMoved } from './account.js';

export type Accounts = SpeculativeStreams<Account, Move, MovedEvent>;

export interface Step {
  readonly stream: string;
  readonly move: Move;
}

/** More attempts than any test needs. If there are more, chains make each other fail without end. */
const ATTEMPTS_MAX = 5_000;

type Options = Omit<SpeculativeStreamsOptions<Account, Move, MovedEvent>, 'store'>;

export const openAccounts = (store: EventStore, options: Partial<Options> = {}): Accounts =>
  new SpeculativeStreams({ store, decider: accountDecider, toEvent: toMoved, ...options });

/** The id of the event that a move makes, whoever makes the move. */
export const movedId = ({ data }: MovedEvent): string => data.id;

/**
 * Decides moves in one chain and commits it. Repeats this while others come first.
 *
 * @throws DomainError the first refusal, once what it rests on is committed; the moves before it stand
 */
export async function carryOut(
  store: EventStore,
  accounts: Accounts,
  ...steps: readonly Step[]
): Promise<readonly MovedEvent[]> {
  let chain = new Chain(store);
  for (let attempts = 0; attempts < ATTEMPTS_MAX; attempts++) {
    try {
      return await attempt(accounts, chain, steps);
    } catch (error) {
      const cause = error instanceof PredecessorLost ? error.cause : error;
      if (!(cause instanceof WrongExpectedRevision)) throw cause;
      chain = new Chain(store, chain);
    }
  }
  throw new Error('carried out in vain: no end of others who come first');
}

async function attempt(accounts: Accounts, chain: Chain, steps: readonly Step[]): Promise<readonly MovedEvent[]> {
  const made: MovedEvent[] = [];
  try {
    for (const { stream, move } of steps) {
      made.push(...(await accounts.execute(stream, move, { chain, eventId: movedId })));
    }
  } catch (error) {
    if (error instanceof DomainError) await chain.committed();
    throw error;
  }
  await chain.committed();
  return made;
}
