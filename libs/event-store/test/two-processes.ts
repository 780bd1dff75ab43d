import { newId } from '@halyard/core';
import type { Chain } from '../src/chain.js';
import { type Move, type MovedEvent, toMoved } from './account.js';
import { type Accounts, carryOut, movedId, openAccounts } from './carry-out.js';
import { type Stage, StagedEventStore } from './staged-event-store.js';

/** The account of moves that name none. */
export const STREAM = 'account-1';

export const aMove = (amount: number, id = newId()): Move => ({ id, amount });

/** Two processes over one log of accounts. Tests look at the first one. */
export class TwoProcesses {
  readonly store: StagedEventStore;
  readonly accounts: Accounts;
  readonly otherStore: StagedEventStore;
  readonly others: Accounts;

  constructor(...staged: ConstructorParameters<typeof StagedEventStore>) {
    this.store = new StagedEventStore(...staged);
    this.accounts = openAccounts(this.store);
    this.otherStore = this.store.beside();
    this.others = openAccounts(this.otherStore);
  }

  /** Decides a move and commits it. Repeats this while others come first. */
  move(amount: number, id = newId()): Promise<readonly MovedEvent[]> {
    return carryOut(this.store, this.accounts, { stream: STREAM, move: aMove(amount, id) });
  }

  moveByOther(amount: number, id = newId()): Promise<readonly MovedEvent[]> {
    return carryOut(this.otherStore, this.others, { stream: STREAM, move: aMove(amount, id) });
  }

  async execute(chain: Chain, amount: number, { id = newId(), stream = STREAM } = {}): Promise<readonly MovedEvent[]> {
    return this.accounts.execute(stream, aMove(amount, id), { chain, eventId: movedId });
  }

  /** Lets the other process commit before this one does. */
  preceded(amount: number): Stage {
    return async (commit) => {
      await this.moveByOther(amount);
      return commit();
    };
  }

  async stored(stream = STREAM): Promise<number[]> {
    return (await this.store.all(stream)).map((event) => toMoved(event).data.amount);
  }

  balance(): Promise<number> {
    return this.accounts.read(STREAM, (account) => account.balance);
  }
}
