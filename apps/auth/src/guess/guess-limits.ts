import { Injectable } from '@nestjs/common';
import { Clock, tooMany } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { countWrongGuess, forgetGuesses, waitOf } from './guesses.rows.js';

/** So many wrong ones come at any pace. */
const FREE = { pair: 4, network: 20, person: 50 } as const;
const DELAY_MAX_MS = 60_000;
const DELAYS = {
  delayFirstMs: 1_000,
  delayMaxMs: DELAY_MAX_MS,
  /** After this long without a wrong one all are forgotten. */
  rememberedMs: 15 * 60_000,
};

/** Who guesses what. */
export interface Guesser {
  /** Of the person whose secret is guessed: the hash of its e-mail address, whether there is such a person or not. */
  readonly person: string;
  readonly network: string;
  /** A browser in which the person has logged in before: it is counted by itself. */
  readonly knownBrowser?: string;
  /** What the refusal says there were too many of. */
  readonly of: 'wrong passwords or codes' | 'wrong codes' | 'wrong client secrets' | 'requests for a link';
}

/** A guess that may be checked. */
export interface Guess {
  /** It was wrong, and counts. @throws DomainError TooManyRequests, too early after others: then it tells nothing */
  count(): Promise<void>;
  /** It was right, and never counts. @throws DomainError TooManyRequests, too early after wrong ones */
  pass(tx?: EntityManager): Promise<void>;
  /** The person has proved all that it has to: its earlier wrong ones in this network do not matter any more. */
  forget(): Promise<void>;
}

interface Counter {
  readonly key: string;
  readonly free: number;
}

/**
 * Slows down guessing the secrets of people. A guess is checked, and then counts if it was wrong: many right ones at once
 * all pass. Of many wrong ones at once, in any processes, no more are answered than one after the other; the others are
 * told to wait, and so is a right one among them, so that the answer tells nothing. Counted are pairs of person and
 * network, networks over all persons, and persons over all networks. Nobody is kept out for good: the wait is a minute at
 * most; and others' guesses do not slow down a browser in which the person has logged in before.
 */
@Injectable()
export class GuessLimits {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError TooManyRequests, too early after wrong ones: then nothing is checked */
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

  /** In the order in which all processes lock them. */
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
