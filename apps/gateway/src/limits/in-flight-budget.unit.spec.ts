import { describe, expect, it } from '@jest/globals';
import { until } from '@halyard/testing/waiting';
import { type Caller, InFlightBudget, overloaded } from './in-flight-budget.js';

const network = (name: string): Caller => ({ name, accounts: [], isPerson: false });
const stays = (): void => undefined;

/** Work that goes on until it is told to end. */
function work() {
  const { promise, resolve } = Promise.withResolvers<string>();
  const state = { hasBegun: false };
  const run = (): Promise<string> => {
    state.hasBegun = true;
    return promise;
  };
  return { run, end: () => resolve('done'), state };
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('a budget of work in flight', () => {
  const budgetOf = (inFlightMax: number, queueMax: number) => {
    const counts = { shed: 0 };
    return { counts, budget: new InFlightBudget({ inFlightMax, queueMax, onShed: () => (counts.shed += 1) }) };
  };

  it('carries out what it allows, lets some wait in their order, and turns away the rest', async () => {
    const { budget, counts } = budgetOf(1, 2);
    const [first, second, third] = [work(), work(), work()];
    const running = [first, second, third].map(({ run }) => budget.run(run, stays));
    expect([budget.inFlight, budget.queued]).toEqual([1, 2]);
    expect(() => budget.refuseWhenFull()).toThrow(overloaded);
    await expect(budget.run(work().run, stays)).rejects.toMatchObject({
      code: 'ServiceUnavailable',
      detail: { retryAfterSeconds: 1 },
    });
    expect(counts.shed).toBe(2);

    first.end();
    await running[0];
    await nextTurn();
    expect([second.state.hasBegun, third.state.hasBegun]).toEqual([true, false]);
    second.end();
    third.end();
    await Promise.all(running);
    expect([budget.inFlight, budget.queued]).toEqual([0, 0]);
  });

  it('carries out step by step what arrives in one turn of the event loop', async () => {
    const { budget } = budgetOf(2, 0);
    const steps: string[] = [];
    const twoSteps = (name: string) => async (): Promise<void> => {
      steps.push(`${name} begins`);
      await Promise.resolve();
      steps.push(`${name} goes on`);
    };
    const first = budget.run(twoSteps('one'), stays);
    await new Promise((resolve) => process.nextTick(resolve));
    await Promise.all([first, budget.run(twoSteps('another'), stays)]);
    expect(steps).toEqual(['one begins', 'another begins', 'one goes on', 'another goes on']);
  });

  it('begins with a few at a turn, in their order, when many places are left at once', async () => {
    const { budget } = budgetOf(40, 40);
    const before = Array.from({ length: 40 }, work);
    const after = Array.from({ length: 40 }, work);
    const running = [...before, ...after].map(({ run }) => budget.run(run, stays));
    await until('the first 40 have begun', () => before.every(({ state }) => state.hasBegun));
    for (const { end } of before) end();
    await Promise.all(running.slice(0, 40));
    const begun: number[] = [];
    while (begun.at(-1) !== 40) {
      await nextTurn();
      begun.push(after.filter(({ state }) => state.hasBegun).length);
    }
    expect(begun).toEqual([16, 32, 40]);
    expect([budget.inFlight, budget.queued]).toEqual([40, 0]);
    for (const { end } of after) end();
    await Promise.all(running);
    expect(budget.inFlight).toBe(0);
  });

  it('has its place back after a failure', async () => {
    const { budget } = budgetOf(1, 0);
    await expect(budget.run(() => Promise.reject(new Error('no')), stays)).rejects.toThrow('no');
    expect(await budget.run(() => Promise.resolve('done'), stays)).toBe('done');
  });

  it('forgets what waits once nobody waits for its answer', async () => {
    const { budget } = budgetOf(1, 1);
    const [first, second] = [work(), work()];
    const running = budget.run(first.run, stays);
    let drop = stays;
    const waiting = budget.run(second.run, (whenGone) => (drop = whenGone));
    drop();
    await expect(waiting).rejects.toThrow(overloaded);
    first.end();
    await running;
    expect([second.state.hasBegun, budget.inFlight, budget.queued]).toEqual([false, 0, 0]);
  });

  it('gives places that are taken and given back once', () => {
    const { budget } = budgetOf(1, 0);
    const leave = budget.take(network('a'));
    expect(() => budget.take(network('b'))).toThrow(overloaded);
    leave();
    leave();
    expect(budget.inFlight).toBe(0);
    budget.take(network('b'));
    expect(() => budget.take(network('a'))).toThrow(overloaded);
  });

  it('gives no caller more of them than its part, and others theirs', () => {
    const budget = new InFlightBudget({ inFlightMax: 3, ofOneCallerMax: 2, queueMax: 0, onShed: stays });
    const leave = budget.take(network('a'));
    budget.take(network('a'));
    const refusal = { code: 'TooManyRequests' };
    expect(() => budget.take(network('a'))).toThrow(expect.objectContaining(refusal));
    const leaveOther = budget.take(network('b'));
    expect(() => budget.take(network('b'))).toThrow(overloaded);
    leave();
    leaveOther();
    leaveOther();
    budget.take(network('a'));
    expect(() => budget.take(network('a'))).toThrow(expect.objectContaining(refusal));
    expect(budget.inFlight).toBe(2);
  });

  describe('between accounts', () => {
    const shared = () =>
      new InFlightBudget({
        inFlightMax: 8,
        ofOneCallerMax: 2,
        ofOneAccountMax: 2,
        keptForPeople: 2,
        queueMax: 0,
        onShed: stays,
      });
    const of = (name: string, ...accounts: readonly string[]): Caller => ({ name, accounts, isPerson: false });
    const person = (name: string, account: string): Caller => ({ name, accounts: [account], isPerson: true });
    const refused = expect.objectContaining({
      code: 'TooManyRequests',
      message: expect.stringContaining('one account'),
    });

    it('gives none more than its part, however many applications it has, or accounts they act for', () => {
      const budget = shared();
      const leave = budget.take(of('app 1', 'tenant'));
      budget.take(of('app 2', 'tenant'));
      expect(() => budget.take(of('app 3', 'tenant'))).toThrow(refused);
      budget.take(of('integration', 'one', 'partner'));
      budget.take(of('integration', 'two', 'partner'));
      expect(() => budget.take(of('other integration', 'three', 'partner'))).toThrow(refused);
      budget.take(of('other', 'another'));
      leave();
      budget.take(of('app 3', 'tenant'));
    });

    it('keeps places for people, which applications don’t get', () => {
      const budget = shared();
      const leaves = ['a', 'b', 'c', 'd', 'e', 'f'].map((account) => budget.take(of(account, account)));
      expect(() => budget.take(of('g', 'g'))).toThrow(overloaded);
      budget.take(person('ada', 'h'));
      budget.take(person('eve', 'i'));
      expect(() => budget.take(person('bob', 'j'))).toThrow(overloaded);
      leaves[0]?.();
      budget.take(of('g', 'g'));
    });
  });
});
