import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { atMost, Clock, tooMany } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import { LRUCache } from 'lru-cache';

/** So many wrong secrets are answered as such. */
const FREE = 5;
const DELAY_MAX_MS = 60_000;
/** After this long without a wrong secret everything is forgotten. */
const REMEMBERED_MS = 15 * 60_000;
const PAIRS_MAX = 100_000;

interface Guesses {
  readonly wrong: number;
  readonly lastMs: number;
  /** Until then a wrong secret is told to wait. */
  readonly waitUntilMs: number;
}

/**
 * Slows down guessing the secret of one application from one network: after a few wrong ones, one is answered as such per
 * second, then per two seconds, and so on up to a minute; those between are told to wait. The right secret never is: what
 * one client of a network sends does not keep another out (ADR 66). The counts belong to this process, and are lost with it.
 */
@Injectable()
export class SecretGuesses {
  private readonly guesses = new LRUCache<string, Guesses>(atMost(PAIRS_MAX));

  constructor(private readonly clock: Clock) {}

  /**
   * Checks credentials by `ask`, whose answer of status 401 says that they are wrong.
   *
   * @throws DomainError TooManyRequests for wrong ones, too early after others
   */
  async watch(clientId: string, network: string, ask: () => Promise<ServiceAnswer>): Promise<ServiceAnswer> {
    const answer = await ask();
    // A name made up by a stranger may be of any length.
    if (answer.status === 401)
      this.wrong(createHash('sha256').update(`${network}\n${clientId.toLowerCase()}`).digest('base64url'));
    return answer;
  }

  private wrong(pair: string): void {
    const now = this.clock.system();
    const nowMs = now.getTime();
    const remembered = this.guesses.get(pair);
    const known = remembered && nowMs < remembered.lastMs + REMEMBERED_MS ? remembered : undefined;
    if (known && nowMs < known.waitUntilMs) throw tooMany('wrong client secrets', new Date(known.waitUntilMs), now);
    const wrong = (known?.wrong ?? 0) + 1;
    this.guesses.set(pair, { wrong, lastMs: nowMs, waitUntilMs: wrong < FREE ? 0 : nowMs + delayMs(wrong) });
  }
}

const delayMs = (wrong: number): number => Math.min(DELAY_MAX_MS, 1_000 * 2 ** (wrong - FREE));
