import { describe, expect, it } from '@jest/globals';
import { Health } from './health.js';
import { InFlight } from './in-flight.js';
import { NonceMemory } from './network/nonce-memory.js';

describe('a stop', () => {
  it('waits for what is in flight', async () => {
    const inFlight = new InFlight();
    inFlight.enter();
    expect(inFlight.isDraining).toBe(false);
    const drained = inFlight.drain(20_000);
    expect([inFlight.isDraining, inFlight.unanswered]).toEqual([true, 1]);
    inFlight.leave();
    expect(await drained).toBe(0);
  });

  it('waits no longer than it may, and tells what is left', async () => {
    const inFlight = new InFlight();
    inFlight.enter();
    inFlight.enter();
    inFlight.leave();
    expect(await inFlight.drain(1)).toBe(1);
  });

  it('makes a process not ready before it is gone', async () => {
    const health = new Health();
    expect((await health.readiness()).ready).toBe(true);
    health.beginStop();
    expect(await health.readiness()).toEqual({ ready: false, checks: {} });
  });
});

describe('readiness', () => {
  it('needs every check, and names those that fail', async () => {
    const health = new Health();
    health.register('database', () => undefined);
    health.register('bus', () => Promise.reject(new Error('secret detail')));
    health.register('store', () => {
      throw new Error('at once');
    });
    expect(await health.readiness()).toEqual({
      ready: false,
      checks: { database: 'up', bus: 'down', store: 'down' },
    });
  });
});

describe('a memory of nonces', () => {
  it('knows each for as long as it promises, whenever it came', () => {
    const memory = new NonceMemory(100);
    for (let at = 0; at < 1_000; at += 7) {
      expect(memory.add(`n${at}`, at)).toBe(true);
      for (let before = Math.max(0, at - 98); before <= at; before += 7) {
        const seen = before - (before % 7);
        if (at - seen < 100) expect(memory.add(`n${seen}`, at)).toBe(false);
      }
    }
  });

  it('forgets what is old, all at once after a long rest too', () => {
    const memory = new NonceMemory(100);
    memory.add('a', 0);
    memory.add('b', 150);
    expect(memory.add('a', 260)).toBe(true);
    memory.add('c', 300);
    expect(memory.add('c', 10_000)).toBe(true);
  });
});
