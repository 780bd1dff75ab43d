import { describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import { ManualTime } from '@halyard/testing/messaging';
import { keepRunning } from './keep-running.js';

const BACKOFF = { first: 100, max: 400 };

/** Runs work that does each of these once it runs for the nth time, and lets the pauses pass. */
async function running(...does: readonly ('fail' | 'progress and fail' | 'end')[]) {
  const time = new ManualTime();
  const stopping = new AbortController();
  const reported: string[] = [];
  const pausesMs: number[] = [];
  let runs = 0;
  const done = keepRunning(
    (onProgress) => {
      const what = does[runs];
      runs += 1;
      if (what === 'progress and fail') onProgress();
      return what === 'end' ? Promise.resolve(`ended in run ${runs}`) : Promise.reject(new Error(`run ${runs}`));
    },
    {
      signal: stopping.signal,
      backoff: BACKOFF,
      onFailure: (error, failures) => reported.push(`${String(error)}, ${failures} in a row`),
      scheduler: time,
    },
  );
  for (let pauses = 0; pauses < does.length - 1; pauses += 1) {
    await until('a pause begins', () => time.nextInMs !== undefined);
    const pauseMs = time.nextInMs ?? 0;
    pausesMs.push(pauseMs);
    time.pass(pauseMs);
  }
  return { done, time, stopping, reported, pausesMs, runs: () => runs };
}

describe('work that is kept running', () => {
  it.each([
    { does: ['end'], pausesMs: [], failures: [] },
    { does: ['fail', 'end'], pausesMs: [100], failures: [1] },
    { does: ['fail', 'fail', 'fail', 'fail', 'end'], pausesMs: [100, 200, 400, 400], failures: [1, 2, 3, 4] },
    {
      does: ['fail', 'fail', 'progress and fail', 'fail', 'end'],
      pausesMs: [100, 200, 100, 200],
      failures: [1, 2, 1, 2],
    },
  ] as const)('pauses $pausesMs ms when it does $does', async ({ does, pausesMs, failures }) => {
    const run = await running(...does);
    expect(await run.done).toBe(`ended in run ${does.length}`);
    expect(run.pausesMs).toEqual(pausesMs);
    expect(run.reported).toEqual(failures.map((count, index) => `Error: run ${index + 1}, ${count} in a row`));
  });

  it('ends in a pause when the signal aborts', async () => {
    const { done, time, stopping, runs } = await running('fail');
    await until('a pause begins', () => time.nextInMs !== undefined);
    stopping.abort();
    expect([await done, runs(), time.nextInMs]).toEqual([undefined, 1, undefined]);
  });

  it('neither reports nor repeats what fails because the signal aborted', async () => {
    const stopping = new AbortController();
    const reported: unknown[] = [];
    const work = (): Promise<never> => {
      stopping.abort();
      return Promise.reject(new Error('stopped'));
    };
    const onFailure = (error: unknown) => reported.push(error);
    expect(await keepRunning(work, { signal: stopping.signal, backoff: BACKOFF, onFailure })).toBeUndefined();
    expect(reported).toEqual([]);
  });

  it('does not run once the signal has aborted', async () => {
    const never = () => Promise.resolve('ran');
    const options = { signal: AbortSignal.abort(), backoff: BACKOFF, onFailure: () => undefined };
    expect(await keepRunning(never, options)).toBeUndefined();
  });
});
