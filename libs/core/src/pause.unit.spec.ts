import { describe, expect, it } from '@jest/globals';
import { aborted, pause } from './pause.js';
import { Scheduler } from './scheduler.js';
import { turnEnd } from './turns.js';

/** One timer that goes off when the test says so. */
class OneTimer extends Scheduler {
  delayMs: number | undefined;
  goOff = (): void => undefined;

  after(delayMs: number, job: () => void): () => void {
    this.delayMs = delayMs;
    this.goOff = job;
    return () => (this.delayMs = undefined);
  }
}

describe('a pause', () => {
  const begin = (signal?: AbortSignal) => {
    const timer = new OneTimer();
    let isOver = false;
    const over = pause(70, signal, timer).then(() => (isOver = true));
    return { timer, over, isOver: () => isOver };
  };

  it('ends when its time has passed, not before', async () => {
    const { timer, over, isOver } = begin();
    await turnEnd();
    expect([timer.delayMs, isOver()]).toEqual([70, false]);
    timer.goOff();
    await over;
  });

  it('ends when its signal aborts, and leaves no timer', async () => {
    const stopping = new AbortController();
    const { timer, over } = begin(stopping.signal);
    stopping.abort();
    await over;
    expect(timer.delayMs).toBeUndefined();
  });

  it('does not begin when its signal has aborted', async () => {
    const { timer, over } = begin(AbortSignal.abort());
    await over;
    expect(timer.delayMs).toBeUndefined();
  });

  it('leaves nothing at a signal that outlives it', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const count = (by: number) => () => (listeners += by);
    const watched = Object.assign(signal, { addEventListener: count(1), removeEventListener: count(-1) });
    const { timer, over } = begin(watched);
    expect(listeners).toBe(1);
    timer.goOff();
    await over;
    expect(listeners).toBe(0);
  });

  it('keeps the process alive when no scheduler is given', async () => {
    const before = timersOfProcess();
    const stopping = new AbortController();
    const over = pause(60_000, stopping.signal);
    expect(timersOfProcess()).toBe(before + 1);
    stopping.abort();
    await over;
    expect(timersOfProcess()).toBe(before);
  });
});

const timersOfProcess = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describe('aborted', () => {
  it('resolves once the signal aborts, also when it has aborted before', async () => {
    await aborted(AbortSignal.abort());
    const stopping = new AbortController();
    let isOver = false;
    const over = aborted(stopping.signal).then(() => (isOver = true));
    await turnEnd();
    expect(isOver).toBe(false);
    stopping.abort();
    await over;
  });
});
