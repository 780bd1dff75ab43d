import { expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { type BusBench, newKeys, ofKeys, Recorder, topic } from './bus-bench.js';
import { eventually } from './waiting.js';

/** What a consumer that runs on the bus has of it. */
export function effectsBehaviour(bench: BusBench): void {
  it('has an effect once when the consumer dies between the effect and its commit', async () => {
    let deaths = 2;
    const consumer = new Recorder(newId(), async (tx) => {
      if (deaths-- > 0) await tx.query(`SELECT pg_terminate_backend(pg_backend_pid())`);
    });
    await bench.run(bench.openBus(), consumer);
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key, key);
    await eventually(async () => expect(ofKeys(await bench.effects(consumer.name), [key])).toHaveLength(2));
    expect(ofKeys(await bench.effects(consumer.name), [key])).toEqual([`${key}:1`, `${key}:2`]);
  });

  it('has an effect once when the same events come again', async () => {
    const bus = bench.openBus();
    const consumer = new Recorder(newId());
    const runner = await bench.run(bus, consumer);
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key, key);
    await eventually(async () => expect(await bus.lag(runner.group, topic)).toBe(0));
    const once = await bench.effects(consumer.name);
    await bus.rewind(runner.group, topic);
    await eventually(() => expect(runner.stats.duplicates).toBe(once.length));
    expect(await bench.effects(consumer.name)).toEqual(once);
  });

  it('fills a read model that was dropped with the same content', async () => {
    const bus = bench.openBus();
    const consumer = new Recorder(newId());
    const runner = await bench.run(bus, consumer);
    const [key = ''] = newKeys(1);
    await bench.harness.tell(key, key, key);
    await eventually(async () => expect(await bus.lag(runner.group, topic)).toBe(0));
    const before = await bench.effects(consumer.name);
    await runner.rebuild(async (tx) => {
      await tx.query(`DELETE FROM bus_effects WHERE consumer = $1`, [consumer.name]);
    });
    await eventually(async () => expect((await bench.effects(consumer.name)).sort()).toEqual([...before].sort()));
  });
}
