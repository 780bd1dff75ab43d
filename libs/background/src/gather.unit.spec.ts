import { describe, expect, it, jest } from '@jest/globals';
import { ManualTime } from '@halyard/testing/messaging';
import { gather } from './gather.js';

const GATHERING = { minMs: 4, perEventMs: 0.25, maxMs: 20 };

describe('events gather', () => {
  it.each([
    { events: 0, forMs: 4 },
    { events: 1, forMs: 4 },
    { events: 16, forMs: 4 },
    { events: 17, forMs: 4.25 },
    { events: 80, forMs: 20 },
    { events: 1_000_000, forMs: 20 },
  ])('for $forMs ms after a page of $events', async ({ events, forMs }) => {
    const time = new ManualTime();
    const over = gather(events, GATHERING, { scheduler: time });
    expect(time.nextInMs).toBe(forMs);
    time.pass(forMs);
    await over;
  });

  describe('from the start of the page that took its time', () => {
    it.each([
      { tookMs: 5, leftMs: 15 },
      { tookMs: 20, leftMs: undefined },
      { tookMs: 1_000, leftMs: undefined },
    ])('after $tookMs ms of 20 for $leftMs more', async ({ tookMs, leftMs }) => {
      const nowMs = 7_000;
      const now = jest.spyOn(performance, 'now').mockReturnValue(nowMs);
      const time = new ManualTime();
      const over = gather(80, GATHERING, { beganMs: nowMs - tookMs, scheduler: time });
      now.mockRestore();
      expect(time.nextInMs).toBe(leftMs);
      if (leftMs !== undefined) time.pass(leftMs);
      await over;
    });
  });

  it('until the signal aborts', async () => {
    const hurry = new AbortController();
    const time = new ManualTime();
    const over = gather(80, GATHERING, { signal: hurry.signal, scheduler: time });
    hurry.abort();
    await over;
    expect(time.nextInMs).toBeUndefined();
  });
});
