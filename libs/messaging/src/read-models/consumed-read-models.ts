import { Injectable } from '@nestjs/common';
import type { ConsumerRunner } from '../inbox/consumer-runner.js';
import { Consumers } from '../inbox/consumers.js';
import { type RebuildableModel, RebuildableModels } from './rebuildable-models.js';

@Injectable()
export class ConsumedReadModels extends RebuildableModels {
  constructor(private readonly consumers: Consumers) {
    super();
  }

  override list(): readonly RebuildableModel[] {
    return this.consumers.runners.flatMap((runner) => modelOf(runner) ?? []);
  }
}

function modelOf(runner: ConsumerRunner): RebuildableModel | undefined {
  const { definition } = runner;
  if (!definition.clear) return undefined;
  return {
    name: definition.name,
    sources: definition.topics,
    // A rewind that is due counts as lag: until the bus is rewound, the runner's lag leaves out the missing events.
    lag: async () => Math.max(Number(await runner.isRewindDue()), await runner.lag()),
    clear: (tx) => runner.clear(tx, async () => definition.clear?.(tx)),
  };
}
