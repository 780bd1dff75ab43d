import { describe, expect, it } from '@jest/globals';
import type { Attempt } from './attempt.js';
import { OutcomeLog } from './outcome-log.js';

const attempt = (id: string): Attempt => ({
  id,
  deliveryId: id,
  recordedAt: new Date(0),
  worker: 1,
  at: new Date(0),
  durationMs: 1,
  result: { statusCode: 200 },
});

function logTo(settle: (batch: readonly Attempt[]) => Promise<void>) {
  const batches: string[][] = [];
  const failures: unknown[] = [];
  const log = new OutcomeLog({
    settle: (batch) => {
      batches.push(batch.map(({ id }) => id));
      return settle(batch);
    },
    onFailure: (error) => failures.push(error),
    pauseAfterFailureMs: 0,
  });
  return { log, batches, failures };
}

describe('the outcome log', () => {
  it('writes together what comes while it is writing', async () => {
    const { log, batches } = logTo(() => Promise.resolve());
    ['a', 'b', 'c'].forEach((id) => log.add(attempt(id)));
    await log.close();
    expect(batches).toEqual([['a'], ['b', 'c']]);
  });

  it('writes again what could not be written, with what came since', async () => {
    let broken = true;
    const { log, batches, failures } = logTo(() => {
      if (!broken) return Promise.resolve();
      broken = false;
      return Promise.reject(new Error('away'));
    });
    log.add(attempt('a'));
    log.add(attempt('b'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await log.close();
    expect(batches).toEqual([['a'], ['a', 'b']]);
    expect(failures).toHaveLength(1);
  });

  it('gives up when it is closed and still can’t write', async () => {
    const { log, failures } = logTo(() => Promise.reject(new Error('away')));
    log.add(attempt('a'));
    await log.close();
    expect(failures).toHaveLength(1);
  });
});
