import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { eventually, until } from './waiting.js';

/** Makes more time than the limit pass between one look at the clock and the next. */
const hurryTime = () => {
  let now = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (now += 60_000));
};
afterEach(() => void jest.restoreAllMocks());

describe('until', () => {
  it('asks at once, and again until it holds', async () => {
    let asked = 0;
    const waiting = until('it was asked thrice', () => Promise.resolve((asked += 1) === 3));
    expect(asked).toBe(1);
    await waiting;
    expect(asked).toBe(3);
  });

  it('says for what it waited in vain', async () => {
    hurryTime();
    await expect(until('pigs fly', () => false)).rejects.toThrow('waited in vain until pigs fly');
  });

  it('does not ask again after a failure', async () => {
    let asked = 0;
    const failing = until('it was asked', () => {
      asked += 1;
      throw new Error('a bug');
    });
    await expect(failing).rejects.toThrow('a bug');
    expect(asked).toBe(1);
  });
});

describe('eventually', () => {
  it('attempts it again until it does not fail', async () => {
    let attempts = 0;
    await eventually('the third attempt succeeds', () => {
      attempts += 1;
      return attempts < 3 ? Promise.reject(new Error('away')) : Promise.resolve();
    });
    expect(attempts).toBe(3);
  });

  it('says for what it waited in vain, and what failed last', async () => {
    hurryTime();
    const cause = new Error('away');
    const attempt = () => {
      throw cause;
    };
    await expect(eventually('pigs fly', attempt)).rejects.toMatchObject({
      message: 'waited in vain until pigs fly',
      cause,
    });
  });
});
