import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { atMost, Clock, tooMany } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import { LRUCache } from 'lru-cache';

/** This many wrong secrets are answered without a delay. */
const FREE = 5;
const DELAY_MAX_MS = 60_000;
/** After this time without a wrong secret, everything is forgotten. */
const REMEMBERED_MS = 15 * 60_000;
const PAIRS_MAX = 100_000;

interface Guesses {
  readonly wrong: number;
  readonly lastMs: number;
  /** Until this time, whoever sends a wrong secret is told to wait. */
  readonly waitUntilMs: number;
}

/**
 * Slows down guessing the secret of one application from one network. After a few wrong secrets, only one per second is
 * answered as wrong, then one per two seconds, and so on up to a minute; the others are told to wait. The right secret
 * never has to wait: one client of a network does not lock another out (ADR 66). The counts belong to this process, and
 * are lost with it.
 */
@Injectable()
export class SecretGuesses {
  private readonly guesses = new LRUCache<string, Guesses>(atMost(PAIRS_MAX));

  constructor(private readonly clock: Clock) {}

  /**
   * @param ask checks the credentials, and answers 401 if they are wrong @throws DomainError TooManyRequests if they
   * are wrong and too early
   */
  async watch(clientId: string, network: string, ask: () => Promise<ServiceAnswer>): Promise<ServiceAnswer> {
    const answer = await ask();
    // The name is hashed, since a stranger may have made it up at any length.
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
