import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { EntityManager } from 'typeorm';
import { keptAwake } from './transact.js';

/** Less than the database lets a transaction do nothing. */
const LONG_MS = 4_000;
const MAX_MS = 10_000;

describe('work that does not use its transaction for long', () => {
  const query = jest.fn<() => Promise<unknown>>();
  const tx = Object.assign(Object.create(EntityManager.prototype) as EntityManager, { query });
  beforeEach(() => {
    jest.useFakeTimers();
    query.mockReset().mockResolvedValue([]);
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('tells the database meanwhile that its process is alive, and nothing once it has ended', async () => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const worked = keptAwake(tx, MAX_MS, () => promise);
    await jest.advanceTimersByTimeAsync(LONG_MS);
    const told = query.mock.calls.length;
    expect(told).toBeGreaterThan(0);
    resolve('done');
    expect(await worked).toBe('done');
    await jest.advanceTimersByTimeAsync(LONG_MS);
    expect(query).toHaveBeenCalledTimes(told);
  });

  it('counts as hanging after a while', async () => {
    const worked = keptAwake(tx, MAX_MS, () => new Promise(() => undefined));
    await jest.advanceTimersByTimeAsync(MAX_MS);
    const told = query.mock.calls.length;
    await jest.advanceTimersByTimeAsync(10 * MAX_MS);
    expect([worked, query.mock.calls.length]).toEqual([expect.any(Promise), told]);
  });

  it('fails with its own error alone', async () => {
    query.mockRejectedValue(new Error('the transaction is aborted'));
    const { promise, reject } = Promise.withResolvers<never>();
    const worked = keptAwake(tx, MAX_MS, () => promise);
    const failed = expect(worked).rejects.toThrow('its own');
    await jest.advanceTimersByTimeAsync(LONG_MS);
    reject(new Error('its own'));
    await failed;
    await jest.advanceTimersByTimeAsync(LONG_MS);
    expect(jest.getTimerCount()).toBe(0);
  });
});
