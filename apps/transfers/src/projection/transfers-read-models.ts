import { Injectable } from '@nestjs/common';
import { ConsumedReadModels, Consumers, type RebuildableModel, RebuildableModels } from '@halyard/messaging';
import type { ReadModel } from './read-model.js';
import { ReadModels } from './read-models.js';
import type { RebuildKeeper } from './rebuild/rebuild-keeper.js';
import { Rebuilds } from './rebuild/rebuilds.js';

/** The read models that operators may rebuild: those of the streams, and those of other services' events. */
@Injectable()
export class TransfersReadModels extends RebuildableModels {
  private readonly consumed: ConsumedReadModels;
  private readonly projected: readonly RebuildableModel[];

  constructor(models: ReadModels, rebuilds: Rebuilds, consumers: Consumers) {
    super();
    this.consumed = new ConsumedReadModels(consumers);
    this.projected = models.list().map((model) => rebuildable(model, rebuilds, models.keeper));
  }

  override list(): readonly RebuildableModel[] {
    return [...this.projected, ...this.consumed.list()];
  }
}

export function rebuildable(model: ReadModel, rebuilds: Rebuilds, keeper: RebuildKeeper): RebuildableModel {
  const { name, sources, projection } = model;
  return {
    name,
    sources,
    lag: () => model.lag(),
    stoppedAt: () => model.stoppedAt(),
    rebuild: () => rebuilds.find(name),
    begin: (tx, { perSecond }) => rebuilds.begin(tx, projection, perSecond),
    stop: (tx) => rebuilds.stop(tx, projection),
    swap: (tx) => rebuilds.want(tx, name),
    look: () => keeper.look(),
  };
}
