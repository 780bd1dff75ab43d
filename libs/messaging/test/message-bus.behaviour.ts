import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import { type BusAbility, BusBench, type BusHarness } from './behaviour/bus-bench.js';
import { deliveryBehaviour } from './behaviour/delivery.js';
import { effectsBehaviour } from './behaviour/effects.js';
import { followBehaviour } from './behaviour/follow.js';
import { progressBehaviour } from './behaviour/progress.js';
import { restartBehaviour } from './behaviour/restart.js';
import { troubleBehaviour } from './behaviour/trouble.js';

export type { BusAbility, BusHarness } from './behaviour/bus-bench.js';

/** The behaviour of every adapter of the message bus. `abilities`: what the environment allows the tests to do. */
export function messageBusBehaviour(
  name: string,
  make: () => Promise<BusHarness>,
  abilities: readonly BusAbility[] = [],
): void {
  onBench(`${name} as a message bus`, make, (bench) => {
    deliveryBehaviour(bench);
    progressBehaviour(bench);
    effectsBehaviour(bench);
    followBehaviour(bench);
    troubleBehaviour(bench, (ability) => (abilities.includes(ability) ? it : () => undefined));
  });
}

/** The behaviour of an adapter across restarts of its broker or database: its harness can `restart`. */
export function busRestartBehaviour(name: string, make: () => Promise<BusHarness>): void {
  onBench(`${name} across restarts`, make, restartBehaviour);
}

function onBench(title: string, make: () => Promise<BusHarness>, specs: (bench: BusBench) => void): void {
  describe(title, () => {
    const bench = new BusBench(make);
    beforeAll(() => bench.open());
    afterEach(() => bench.clear());
    afterAll(() => bench.close());
    specs(bench);
  });
}
