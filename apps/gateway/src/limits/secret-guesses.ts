import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { atMost, Clock, DomainError } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import { LRUCache } from 'lru-cache';

/** The first wrong secrets are not slowed down. */
const FREE = 5;
const DELAY_MAX_MS = 60_000;
/** After this long without a wrong secret everything is forgotten. */
const REMEMBERED_MS = 15 * 60_000;
const PAIRS_MAX = 100_000;

interface Guesses {
  readonly wrong: number;
  readonly lastMs: number;
  /** Until then no other guess is checked. */
  readonly shutUntilMs: number;
}

/**
 * Slows down guessing the secret of one application from one network: after a few wrong ones, one guess per second,
 * then per two seconds, and so on up to a minute. The right secret from elsewhere is not affected. The counts belong to
 * this process, and are lost with it.
 */
@Injectable()
export class SecretGuesses {
  private readonly guesses = new LRUCache<string, Guesses>(atMost(PAIRS_MAX));

  constructor(private readonly clock: Clock) {}

  /**
   * Checks credentials by `ask`, whose answer of status 401 says that they are wrong.
   *
   * @throws DomainError TooManyRequests
   */
  async watch(clientId: string, network: string, ask: () => Promise<ServiceAnswer>): Promise<ServiceAnswer> {
    // A name made up by a stranger may be of any length.
    const pair = createHash('sha256').update(`${network}\n${clientId.toLowerCase()}`).digest('base64url');
    this.admit(pair);
    const answer = await ask();
    if (answer.status === 401) this.wrong(pair);
    else if (answer.status < 300) this.guesses.delete(pair);
    return answer;
  }

  private get nowMs(): number {
    return this.clock.system().getTime();
  }

  private known(pair: string): Guesses | undefined {
    const guesses = this.guesses.get(pair);
    return guesses && this.nowMs < guesses.lastMs + REMEMBERED_MS ? guesses : undefined;
  }

  /** Blocks the next guess at once, so that concurrent guesses still go one after the other. */
  private admit(pair: string): void {
    const guesses = this.known(pair);
    if (!guesses || guesses.wrong < FREE) return;
    const { nowMs } = this;
    if (nowMs < guesses.shutUntilMs) {
      const retryAfterSeconds = Math.ceil((guesses.shutUntilMs - nowMs) / 1_000);
      throw new DomainError('TooManyRequests', { retryAfterSeconds });
    }
    this.guesses.set(pair, { ...guesses, shutUntilMs: nowMs + delayMs(guesses.wrong) });
  }

  private wrong(pair: string): void {
    const { nowMs } = this;
    const wrong = (this.known(pair)?.wrong ?? 0) + 1;
    const shutUntilMs = wrong < FREE ? 0 : nowMs + delayMs(wrong);
    this.guesses.set(pair, { wrong, lastMs: nowMs, shutUntilMs });
  }
}

const delayMs = (wrong: number): number => Math.min(DELAY_MAX_MS, 1_000 * 2 ** (wrong - FREE));
