import { Controller, HttpStatus, Inject, Param, UseGuards } from '@nestjs/common';
import {
  type CollectionAnswer,
  type ConsumingService,
  created,
  type CreatedAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { operatorRoutes } from '@halyard/contracts/operations';
import { deriveId, DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { CONSUMING_SERVICE, type RebuildableModel, RebuildableModels } from '@halyard/messaging';
import { OperatorGuard } from './operator.guard.js';

/** The read models of a service that can be rebuilt. Primary data can't. */
@Controller()
@UseGuards(OperatorGuard)
export class ReadModelsController {
  constructor(
    private readonly models: RebuildableModels,
    private readonly changes: Changes,
    @Inject(CONSUMING_SERVICE) private readonly service: ConsumingService,
  ) {}

  @Serves(operatorRoutes.listReadModels)
  async listReadModels(): Promise<CollectionAnswer> {
    const items = await Promise.all(this.models.list().map((model) => this.answerOf(model)));
    return {
      type: 'collection',
      self: ref('listReadModels', '', this.service),
      of: 'read-model',
      items,
      total: items.length,
    };
  }

  /** @throws DomainError NotFound */
  @Serves(operatorRoutes.getReadModel)
  getReadModel(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'read-model'>> {
    return this.answerOf(this.modelOf(id));
  }

  /** Begins a rebuild; the read model's `lag` shows its progress. A repeat of the operation does not empty it again. */
  @Serves(operatorRoutes.rebuildReadModel)
  async rebuildReadModel(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<CreatedAnswer> {
    const model = this.modelOf(id);
    const answer = await this.changes.run(
      operation,
      async ({ tx }) => {
        await model.clear(tx);
        return created('read-model', id, this.service);
      },
      { status: HttpStatus.ACCEPTED },
    );
    model.refill?.();
    return answer;
  }

  private modelOf(id: string): RebuildableModel {
    const model = this.models.list().find((one) => this.idOf(one) === id);
    if (!model) throw new DomainError('NotFound');
    return model;
  }

  private idOf({ name }: RebuildableModel): string {
    return deriveId('read-model', this.service, name);
  }

  private async answerOf(model: RebuildableModel): Promise<ResourceAnswer<'read-model'>> {
    const id = this.idOf(model);
    const lag = await model.lag();
    const stoppedAt = await model.stoppedAt?.();
    const state = stoppedAt ? 'stopped' : lag > 0 ? 'behind' : 'current';
    return {
      type: 'resource',
      kind: 'read-model',
      id,
      service: this.service,
      attributes: { name: model.name, sources: model.sources, state, lag, stoppedAt },
      links: { rebuild: ref('rebuildReadModel', id, this.service) },
    };
  }
}
