import { afterAll, afterEach, beforeAll, describe, it, jest } from '@jest/globals';
import { type BusAbility, BusBench, type BusHarness } from './behaviour/bus-bench.js';
import { deliveryBehaviour } from './behaviour/delivery.js';
import { effectsBehaviour } from './behaviour/effects.js';
import { progressBehaviour } from './behaviour/progress.js';
import { troubleBehaviour } from './behaviour/trouble.js';

export type { BusAbility, BusHarness, SlowTeller } from './behaviour/bus-bench.js';

/** What every adapter of the message bus promises. `abilities`: what its surroundings allow a test to do. */
export function messageBusBehaviour(
  name: string,
  make: () => Promise<BusHarness>,
  abilities: readonly BusAbility[] = [],
): void {
  jest.setTimeout(20_000);

  describe(`${name} as a message bus`, () => {
    const bench = new BusBench(make);
    beforeAll(() => bench.open());
    afterEach(() => bench.clear());
    afterAll(() => bench.close());

    deliveryBehaviour(bench);
    progressBehaviour(bench);
    effectsBehaviour(bench);
    troubleBehaviour(bench, (ability) => (abilities.includes(ability) ? it : () => undefined));
  });
}
