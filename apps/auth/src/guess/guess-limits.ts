import { Injectable } from '@nestjs/common';
import { Clock, DomainError } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { type CountedGuess, countGuess, forgetGuesses, withdrawGuess } from './guesses.rows.js';

/** So many wrong ones come at any pace. */
const FREE = { pair: 4, network: 20, person: 50 } as const;
const DELAY_FIRST_MS = 1_000;
const DELAY_MAX_MS = 60_000;
/** After this long without a wrong one all are forgotten. */
const REMEMBERED_MS = 15 * 60_000;

/** Who guesses what. */
export interface Guesser {
  /** Of the person whose secret is guessed: the hash of its e-mail address, whether there is such a person or not. */
  readonly person: string;
  readonly network: string;
  /** A browser in which the person has logged in before: it is counted by itself. */
  readonly knownBrowser?: string;
}

/** A guess that was counted. */
export interface Guess {
  /** It was right. */
  withdraw(): Promise<void>;
  /** It was right, and the person has proved all that it has to: earlier ones of it do not matter any more either. */
  forget(): Promise<void>;
}

/**
 * Slows down guessing the secrets of people. Each guess counts before it is checked, so that none of many at once is
 * free, and is withdrawn when it was right. Counted are pairs of person and network, networks over all persons, and
 * persons over all networks, the same in all processes. Nobody is kept out for good: what is too early is told to wait, a
 * minute at most; and others' guesses do not slow down a browser in which the person has logged in before.
 */
@Injectable()
export class GuessLimits {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError TooManyRequests, too early after wrong ones */
  async count(guesser: Guesser): Promise<Guess> {
    const now = this.clock.system();
    const counters = this.countersOf(guesser);
    const counted = await this.dataSource.transaction(async (tx) => {
      const all: CountedGuess[] = [];
      for (const { key, free } of counters) {
        const limits = { free, delayFirstMs: DELAY_FIRST_MS, delayMaxMs: DELAY_MAX_MS, rememberedMs: REMEMBERED_MS };
        const guess = await countGuess(tx, key, now, limits);
        if (typeof guess === 'number') throw new DomainError('TooManyRequests', tooEarly(guess));
        all.push(guess);
      }
      return all;
    });
    const own = counters.filter(({ free }) => free === FREE.pair).map(({ key }) => key);
    return {
      withdraw: () => withdrawGuess(this.dataSource.manager, counted, now),
      forget: async () => {
        await withdrawGuess(this.dataSource.manager, counted, now);
        await forgetGuesses(this.dataSource.manager, own);
      },
    };
  }

  /** In the order in which all processes lock them. */
  private countersOf({ person, network, knownBrowser }: Guesser): { readonly key: string; readonly free: number }[] {
    const counter = (free: number, ...parts: readonly string[]) => ({
      key: this.sealer.fingerprint('auth.guesses', JSON.stringify(parts)),
      free,
    });
    if (knownBrowser !== undefined) return [counter(FREE.pair, 'browser', person, knownBrowser)];
    const counters = [
      counter(FREE.pair, 'pair', person, network),
      counter(FREE.network, 'network', network),
      counter(FREE.person, 'person', person),
    ];
    return counters.sort((left, right) => (left.key < right.key ? -1 : 1));
  }
}

function tooEarly(waitMs: number): { message: string; retryAfterSeconds: number } {
  const seconds = Math.ceil(waitMs / 1_000);
  const message = `There were too many wrong attempts. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`;
  return { message, retryAfterSeconds: seconds };
}
