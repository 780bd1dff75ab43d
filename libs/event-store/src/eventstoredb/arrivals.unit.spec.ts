import { turnEnd } from '@halyard/core';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import { Arrivals } from './arrivals.js';

/** A call that brings what the test pushes. */
const aCall = (read: (this: Readable) => void = () => undefined) =>
  Object.assign(new Readable({ objectMode: true, read }), { cancel: () => undefined });

/** A source that always has more, and counts how much it was asked for. */
function endless() {
  const source = { given: 0 };
  const call = aCall(function () {
    source.given += 1;
    this.push(source.given);
  });
  return { source, call };
}

describe('what arrives over a call', () => {
  it('is taken together, in order', async () => {
    const call = aCall();
    const arrivals = new Arrivals<number>(call);
    for (const item of [1, 2, 3]) call.push(item);
    expect(await arrivals.take()).toEqual([1, 2, 3]);
  });

  it('is bounded while nobody takes it, and goes on once somebody does', async () => {
    const { source, call } = endless();
    const arrivals = new Arrivals<number>(call);
    for (let turn = 0; turn < 2000; turn += 1) await turnEnd();
    expect(source.given).toBeLessThan(500 + 2 * call.readableHighWaterMark);
    const taken = [await arrivals.take(), await arrivals.take()].flatMap((items) => items ?? []);
    expect(taken).toEqual(taken.map((_, index) => index + 1));
    expect(taken.length).toBeGreaterThan(500);
    call.destroy();
  });

  it('comes before the failure that ended it', async () => {
    const call = aCall();
    const arrivals = new Arrivals<number>(call);
    call.push(1);
    call.emit('error', new Error('lost'));
    expect(await arrivals.take()).toEqual([1]);
    await expect(arrivals.take()).rejects.toThrow('lost');
  });

  it('is dropped once the call is closed, so that the call comes to its end', async () => {
    const call = aCall();
    const arrivals = new Arrivals<number>(call);
    for (let item = 0; item < 500; item += 1) call.push(item);
    await until('the call is paused', () => call.isPaused());
    for (let item = 0; item < 1000; item += 1) call.push(item);
    call.push(null);
    arrivals.close();
    await until('the call has come to its end', () => call.readableEnded);
    expect(await arrivals.take()).toHaveLength(500);
    expect(await arrivals.take()).toBeUndefined();
  });
});
