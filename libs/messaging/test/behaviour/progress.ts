import { expect, it } from '@jest/globals';
import { type BusBench, Listener, newGroup, newKeys, ofKeys, topic } from './bus-bench.js';
import { expectEventually, gate } from '@halyard/testing/waiting';

/** How a group continues, and how it is set back. */
export function progressBehaviour(bench: BusBench): void {
  it('starts again from what was handled last', async () => {
    const group = newGroup();
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key);
    const before = new Listener();
    const bus = bench.openBus();
    await bench.listen(bus, group, before);
    await expectEventually(() => expect(before.heard).toContain(`${key}:1`));
    await expectEventually(async () => expect(await bus.lag(group, topic)).toBe(0));
    await bus.close();
    await bench.harness.tell(key);
    const after = new Listener();
    await bench.listen(bench.openBus(), group, after);
    await expectEventually(() => expect(after.heard).toContain(`${key}:2`));
    expect(ofKeys(after.heard, [key])).toEqual([`${key}:2`]);
  });

  it('brings everything again to a group that is rewound', async () => {
    const group = newGroup();
    const bus = bench.openBus();
    const [key = ''] = newKeys(1);
    const listener = new Listener();
    await bench.harness.tell(key, key);
    await bench.listen(bus, group, listener);
    await expectEventually(() => expect(listener.heard).toContain(`${key}:2`));
    await expectEventually(async () => expect(await bus.lag(group, topic)).toBe(0));
    const heard = [...listener.heard];
    await bus.rewind(group, topic);
    await expectEventually(() => expect(ofKeys(listener.heard, heard).sort()).toEqual([...heard, ...heard].sort()));
    expect(ofKeys(listener.heard, [key])).toEqual([`${key}:1`, `${key}:2`, `${key}:1`, `${key}:2`]);
  });

  it('brings everything again also when a group is rewound with its first batch in hand', async () => {
    const group = newGroup();
    const bus = bench.openBus();
    const inHand = gate();
    const goOn = gate();
    let firstBatch: readonly string[] = [];
    const listener = new Listener(async (names) => {
      if (firstBatch.length === 0) firstBatch = names;
      inHand.open();
      await goOn.opened;
    });
    await bench.tellAndHear(...newKeys(1));
    await bench.listen(bus, group, listener);
    await inHand.opened;
    await bus.rewind(group, topic);
    goOn.open();
    const twice = [...firstBatch, ...firstBatch].sort();
    await expectEventually(() => expect(ofKeys(listener.heard, firstBatch).sort()).toEqual(twice));
  });

  it('brings a group again what it asks for, and nobody else', async () => {
    const [group, other] = [newGroup(), newGroup()];
    const bus = bench.openBus();
    const [key = '', untouched = ''] = newKeys(2);
    const [asking, quiet] = [new Listener(), new Listener()];
    await bench.harness.tell(key, untouched, key, key);
    await bench.listen(bus, group, asking);
    await bench.listen(bench.openBus(), other, quiet);
    for (const { heard } of [asking, quiet]) await expectEventually(() => expect(heard).toContain(`${key}:3`));
    const unknown = { key: 'no id', from: 1 };
    await bus.askFor(group, topic, [unknown, { key, from: 2 }]);
    const again = [1, 2, 3, 2, 3].map((sequence) => `${key}:${sequence}`);
    await expectEventually(() => expect(ofKeys(asking.heard, [key])).toEqual(again));
    await bench.harness.tell(key);
    await expectEventually(() => expect(quiet.heard).toContain(`${key}:4`));
    expect(ofKeys(quiet.heard, [key])).toHaveLength(4);
    expect(ofKeys(asking.heard, [untouched])).toHaveLength(1);
  });

  it('counts what a group has not handled yet', async () => {
    const group = newGroup();
    const bus = bench.openBus();
    await bench.tellAndHear(...newKeys(1));
    const before = await bus.lag(group, topic);
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key, key, key);
    await expectEventually(async () => expect(await bus.lag(group, topic)).toBe(before + 3));
  });
}
