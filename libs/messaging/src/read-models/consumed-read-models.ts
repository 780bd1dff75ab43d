import { Injectable } from '@nestjs/common';
import type { ConsumerRunner } from '../inbox/consumer-runner.js';
import { Consumers } from '../inbox/consumers.js';
import { type RebuildableModel, RebuildableModels } from '../rebuildable-models.js';

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
  const { definition, rebuilds } = runner;
  if (!rebuilds) return undefined;
  return {
    name: definition.name,
    sources: definition.topics,
    lag: () => runner.lag(),
    rebuild: () => rebuilds.current(),
    begin: (tx, pace) => rebuilds.begin(tx, pace),
    stop: (tx) => rebuilds.end(tx),
    swap: (tx) => rebuilds.swap(tx),
    look: rebuilds.look,
  };
}
