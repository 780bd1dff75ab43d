import { setTimeout as delay } from 'node:timers/promises';
import type { Api, Hal } from '../api/api.js';
import { CommandFailure, exits } from '../exit-codes.js';

/** A search finds a new resource after this time at the latest. */
const FOUND_MS = 2_000;
/** A service that did not answer a search is asked again for this long, by default. */
const PATIENCE_MS = 10_000;
const PAUSE_MS = 200;

/** Asks what a word finds, until it is enough or time is over. */
export async function askSearch(api: Api, word: string, isEnough: (answer: Hal) => boolean): Promise<Hal> {
  const beganAt = performance.now();
  for (;;) {
    const answer = await api.get(`/search?${new URLSearchParams({ q: word }).toString()}`);
    const patienceMs = isWhole(answer) ? FOUND_MS : (api.timeoutMs ?? PATIENCE_MS);
    if (isEnough(answer) || performance.now() - beganAt > patienceMs) return answer;
    await delay(PAUSE_MS, undefined, { signal: api.ended });
  }
}

export const resultsOf = ({ _embedded: embedded }: Hal): readonly Hal[] => embedded?.['results'] ?? [];

/** Whether every service has answered. */
export const isWhole = (answer: Hal): boolean => missingOf(answer).length === 0;

/** @throws CommandFailure if a service did not answer: it may have the missing result */
export function requireWhole(answer: Hal): void {
  if (isWhole(answer)) return;
  throw new CommandFailure(`not searched in time: ${missingOf(answer).join(', ')}`, exits.unreachable);
}

const missingOf = ({ missing }: Hal): readonly unknown[] => (Array.isArray(missing) ? missing : []);
