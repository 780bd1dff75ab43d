import { describe, expect, it } from '@jest/globals';
import { MalformedEvent } from '@halyard/contracts/topics';
import { DomainError } from '@halyard/core';
import { retryDelayMs } from './retry-policy.js';

describe('retryDelayMs', () => {
  it.each<[string, Error, number, number | undefined]>([
    ['starts small', new Error('x'), 1, 100],
    ['doubles', new Error('x'), 4, 800],
    ['ends for what nobody foresaw', new Error('x'), 9, undefined],
    ['never ends for a code that can succeed later', new DomainError('ServiceUnavailable'), 9, 25_600],
    ['grows to a minute and no further', new DomainError('TooManyRequests'), 5_000, 60_000],
    ['is not given to a code that cannot succeed', new DomainError('NotFound'), 1, undefined],
    ['is not given to a message that cannot be understood', new MalformedEvent('x'), 1, undefined],
  ])('%s', (_, error, attempts, delayMs) => {
    expect(retryDelayMs(error, attempts)).toBe(delayMs);
  });
});
