import { describe, expect, it } from '@jest/globals';
import { RequestLimiter } from './request-limiter.js';

describe('RequestLimiter', () => {
  it('remembers 100,000 callers, however many there are: who has been away the longest begins anew', () => {
    const limiter = new RequestLimiter(10);
    limiter.count('first', 0);
    expect(limiter.count('first', 0).remaining).toBe(8);
    for (let n = 0; n < 100_000; n += 1) limiter.count(`network ${n}`, 0);
    expect(limiter.count('first', 0).remaining).toBe(9);
  });
});
