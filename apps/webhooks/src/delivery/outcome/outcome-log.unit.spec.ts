import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { until } from '@halyard/testing/waiting';
import { anAttempt } from '../../../test/support/deliveries.js';
import type { Attempt } from '../delivery.js';
import { OutcomeLog } from './outcome-log.js';

function logTo(settle: (batch: readonly Attempt[]) => Promise<void>) {
  const batches: string[][] = [];
  const written: string[] = [];
  const failures: unknown[] = [];
  const log = new OutcomeLog({
    settle: (batch) => {
      batches.push(batch.map(({ id }) => id));
      return settle(batch);
    },
    onWritten: (batch) => written.push(...batch.map(({ id }) => id)),
    onFailure: (error) => failures.push(error),
    pauseAfterFailureMs: 0,
    gatherMs: 600_000,
  });
  return { log, batches, written, failures };
}

describe('the outcome log', () => {
  it('writes together what comes while it is writing', async () => {
    const { log, batches, written } = logTo(() => Promise.resolve());
    ['a', 'b', 'c'].forEach((id) => log.add(anAttempt({ id })));
    await log.close();
    expect(batches).toEqual([['a'], ['b', 'c']]);
    expect(written).toEqual(['a', 'b', 'c']);
  });

  it('writes again what could not be written, with what came since', async () => {
    let broken = true;
    const { log, batches, failures } = logTo(() => {
      if (!broken) return Promise.resolve();
      broken = false;
      return Promise.reject(new Error('away'));
    });
    log.add(anAttempt({ id: 'a' }));
    log.add(anAttempt({ id: 'b' }));
    await until('both are written', () => batches.length === 2);
    await log.close();
    expect(batches).toEqual([['a'], ['a', 'b']]);
    expect(failures).toHaveLength(1);
  });

  it('writes at once where many have gathered', async () => {
    const { log, batches, written } = logTo(() => Promise.resolve());
    log.add(anAttempt());
    await until('the first is written', () => written.length === 1);
    const ids = Array.from({ length: 100 }, () => newId());
    ids.forEach((id) => log.add(anAttempt({ id })));
    await until('the others are written', () => written.length === 101);
    expect(batches[1]).toEqual(ids);
    await log.close();
  });

  it('gives up when it is closed and still can’t write', async () => {
    const { log, written, failures } = logTo(() => Promise.reject(new Error('away')));
    log.add(anAttempt({ id: 'a' }));
    await log.close();
    expect(failures).toHaveLength(1);
    expect(written).toEqual([]);
  });
});
