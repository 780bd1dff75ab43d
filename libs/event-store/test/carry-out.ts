import type { EventStore, SpeculativeStreams } from '../src/index.js';
import { Chain, PredecessorLost, WrongExpectedRevision } from '../src/index.js';
import type { Account, Move, Moved } from './account.js';

export type Accounts = SpeculativeStreams<Account, Move, Moved>;

/** The id of the event that a move makes, whoever carries it out. */
export const movedId = ({ data }: Moved): string => data.id;

/** Decides a move and commits it, in a chain of its own; again for as long as others come first. */
export async function carryOut(
  store: EventStore,
  accounts: Accounts,
  stream: string,
  move: Move,
): Promise<readonly Moved[]> {
  let chain = new Chain(store);
  for (;;) {
    try {
      const events = await accounts.execute(stream, move, { chain, eventId: movedId });
      await chain.committed();
      return events;
    } catch (error) {
      const isRace = error instanceof PredecessorLost ? error.cause : error;
      if (!(isRace instanceof WrongExpectedRevision)) throw error;
      chain = new Chain(store, chain);
    }
  }
}
