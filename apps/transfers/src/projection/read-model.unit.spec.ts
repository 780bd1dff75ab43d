import { InMemoryEventStore } from '@halyard/event-store/testing';
import { describe, expect, it } from '@jest/globals';
import { WAIT_MS } from '@halyard/testing/patience';
import { type Checkpoint, Checkpoints, START } from './checkpoints.js';
import { ReadModel } from './read-model.js';

/** Of a read model that another process moves: a position further with every look. */
class MovingCheckpoints extends Checkpoints {
  private position = 0n;

  override loadAll(): Promise<ReadonlyMap<string, Checkpoint>> {
    this.position += 1n;
    return Promise.resolve(new Map([['diary', { ...START, position: this.position }]]));
  }

  override begin(): Promise<Checkpoint> {
    return Promise.resolve(START);
  }

  override stopAt(): Promise<void> {
    return Promise.resolve();
  }
}

describe('a read model that another process moves', () => {
  it('keeps nothing of those who have waited for it', async () => {
    const projection = {
      name: 'diary',
      streamPrefixes: [],
      shape: 1,
      tables: [],
      apply: () => Promise.resolve([]),
    };
    const model = new ReadModel(projection, new MovingCheckpoints(), new InMemoryEventStore());
    await Promise.all(Array.from({ length: 100 }, () => model.reach(3n, WAIT_MS)));
    expect(Reflect.get(model, 'waiting')).toHaveProperty('size', 0);
  });
});
