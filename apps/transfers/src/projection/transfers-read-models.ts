import { Injectable } from '@nestjs/common';
import { ConsumedReadModels, Consumers, type RebuildableModel, RebuildableModels } from '@halyard/messaging';
import { ReadModels } from './read-models.js';

/** The read models that operators may rebuild: those of the streams, and those of other services' events. */
@Injectable()
export class TransfersReadModels extends RebuildableModels {
  private readonly consumed: ConsumedReadModels;

  constructor(
    private readonly projected: ReadModels,
    consumers: Consumers,
  ) {
    super();
    this.consumed = new ConsumedReadModels(consumers);
  }

  override list(): readonly RebuildableModel[] {
    return [...this.projected.list(), ...this.consumed.list()];
  }
}
