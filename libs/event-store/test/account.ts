import type { Decider } from '@halyard/core';
import { DomainError } from '@halyard/core';
import type { StateCodec, StoredEvent } from '../src/index.js';

/** The smallest stream with the rules of money: it never goes below zero, and remembers the moves that it has made. */
export interface Account {
  balance: number;
  honoured: Set<string>;
}

export interface Move {
  readonly id: string;
  readonly amount: number;
}

export interface MovedEvent {
  readonly type: 'Moved';
  readonly data: Move;
}

export const accountDecider: Decider<Account, Move, MovedEvent> = {
  initial: () => ({ balance: 0, honoured: new Set() }),
  evolve: (account, { data }) => {
    account.balance += data.amount;
    account.honoured.add(data.id);
    return account;
  },
  decide: ({ id, amount }, { balance, honoured }) => {
    if (honoured.has(id)) return [];
    if (balance + amount < 0) throw new DomainError('InvalidResourceState');
    return [{ type: 'Moved', data: { id, amount } }];
  },
};

export const toMoved = ({ data }: StoredEvent): MovedEvent => ({ type: 'Moved', data: data as Move });

export const accountCodec: StateCodec<Account> = {
  version: 1,
  toJson: ({ balance, honoured }) => ({ balance, honoured: [...honoured] }),
  fromJson: (json) => {
    const { balance, honoured } = json as { balance: number; honoured: string[] };
    return { balance, honoured: new Set(honoured) };
  },
};

export const replay = (events: readonly StoredEvent[]): Account =>
  events.map(toMoved).reduce(accountDecider.evolve, accountDecider.initial());
