import { Injectable } from '@nestjs/common';
import { Clock, tooMany } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { countWrongGuess, forgetGuesses, waitOf } from './guesses.rows.js';

/** Wrong guesses that may come at any pace. */
const FREE = { pair: 4, network: 20, person: 50 } as const;
const DELAY_MAX_MS = 60_000;
const DELAYS = {
  delayFirstMs: 1_000,
  delayMaxMs: DELAY_MAX_MS,
  /** After this long without a wrong guess, all wrong guesses are forgotten. */
  rememberedMs: 15 * 60_000,
};

export interface Guesser {
  /** Hash of the e-mail address of the person whose secret is guessed. There need not be such a person. */
  readonly person: string;
  readonly network: string;
  /** A browser in which the person has logged in before. Its guesses are counted apart from all others. */
  readonly knownBrowser?: string;
  /** The error message says that there were too many of these. */
  readonly of: 'wrong passwords or codes' | 'wrong codes' | 'wrong client secrets' | 'requests for a link';
}

export interface Guess {
  /**
   * Counts a wrong guess. @throws DomainError TooManyRequests if the guess comes too early; it must then not be
   * answered
   */
  count(): Promise<void>;
  /**
   * Refuses a guess that comes too early, and counts nothing. @throws DomainError TooManyRequests after wrong guesses
   */
  pass(tx?: EntityManager): Promise<void>;
  /** Forgets the person's earlier wrong guesses in this network, after it has proved everything that it has to. */
  forget(): Promise<void>;
}

interface Counter {
  readonly key: string;
  readonly free: number;
}

/**
 * Slows down guessing the secrets of people. A guess is checked first, and counts only if it was wrong: many right
 * guesses at once all pass. Of many wrong guesses at once, in any processes, only as many are answered as if they came
 * one after the other. All others are told to wait, even a right one, so that the answer reveals nothing.
 *
 * Wrong guesses are counted for each pair of person and network, each network, and each person. Nobody is kept out for
 * good: the wait is a minute at most, and a browser in which the person has logged in before is counted alone.
 */
@Injectable()
export class GuessLimits {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError TooManyRequests if it comes too early after wrong guesses; then nothing is checked */
  async begin(guesser: Guesser): Promise<Guess> {
    const counters = this.countersOf(guesser);
    const keys = counters.map(({ key }) => key);
    const own = counters.filter(({ free }) => free === FREE.pair).map(({ key }) => key);
    const pass = async (manager: EntityManager = this.dataSource.manager): Promise<void> => {
      const now = this.clock.system();
      const until = await waitOf(manager, keys, now, DELAY_MAX_MS);
      if (until) throw tooMany(guesser.of, until, now);
    };
    await pass();
    return {
      pass,
      count: () => this.count(guesser, counters),
      forget: () => forgetGuesses(this.dataSource.manager, own),
    };
  }

  private async count(guesser: Guesser, counters: readonly Counter[]): Promise<void> {
    const now = this.clock.system();
    await this.dataSource.transaction(async (tx) => {
      for (const { key, free } of counters) {
        if (await countWrongGuess(tx, key, now, { free, ...DELAYS })) continue;
        throw tooMany(guesser.of, (await waitOf(tx, [key], now, DELAY_MAX_MS)) ?? now, now);
      }
    });
  }

  /** Sorted by key, so that all processes lock counters in the same order. */
  private countersOf({ person, network, knownBrowser }: Guesser): Counter[] {
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
