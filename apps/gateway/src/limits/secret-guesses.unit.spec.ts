import { describe, expect, it } from '@jest/globals';
import type { ServiceAnswer } from '@halyard/http';
import { testClock } from '../../test/fakes.js';
import { SecretGuesses } from './secret-guesses.js';

const wrong: ServiceAnswer = { status: 401, body: { type: 'raw', headers: {}, body: '' } };

describe('SecretGuesses', () => {
  it('counts the spellings of one key together', async () => {
    const guesses = new SecretGuesses(testClock());
    const guess = (clientId: string) => guesses.watch(clientId, '192.0.2.1', () => Promise.resolve(wrong));
    for (const clientId of ['key', 'Key', 'kEy', 'keY', 'KEY']) expect(await guess(clientId)).toBe(wrong);
    const message = expect.stringMatching(
      /^There were too many wrong client secrets\. Try again in a second, from \d\d:\d\d:\d\d UTC on\.$/,
    );
    await expect(guess('KEy')).rejects.toMatchObject({ code: 'TooManyRequests', message });
  });

  it('remembers 100,000 pairs, however many are guessed at: who has been away the longest begins anew', async () => {
    const guesses = new SecretGuesses(testClock());
    const guess = (clientId: string) => guesses.watch(clientId, '192.0.2.1', () => Promise.resolve(wrong));
    for (let n = 0; n < 5; n += 1) expect(await guess('first')).toBe(wrong);
    await expect(guess('first')).rejects.toMatchObject({ code: 'TooManyRequests' });
    for (let n = 0; n < 100_000; n += 1) await guess(`application ${n}`);
    expect(await guess('first')).toBe(wrong);
  });
});
