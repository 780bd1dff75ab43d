import { Body, Controller, HttpStatus, Inject, Param, UseGuards } from '@nestjs/common';
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
import type { EntityManager } from 'typeorm';
import { OperatorGuard } from './operator.guard.js';
import { RebuildReadModelDto } from './rebuild-read-model.dto.js';

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

  /** Begins a rebuild, or changes the pace of the one that there is. A repeat of the operation changes nothing. */
  @Serves(operatorRoutes.rebuildReadModel)
  rebuildReadModel(
    @Param('id', IdPipe) id: string,
    @Body() { perSecond }: RebuildReadModelDto,
    @CurrentOperation() operation: Operation,
  ): Promise<CreatedAnswer> {
    const pace = { ...(perSecond !== undefined && { perSecond }) };
    return this.change(id, operation, (model, tx) => model.begin(tx, pace));
  }

  /** @throws DomainError NotFound, InvalidResourceState */
  @Serves(operatorRoutes.stopReadModelRebuild)
  stopReadModelRebuild(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<CreatedAnswer> {
    return this.change(id, operation, (model, tx) => model.stop(tx));
  }

  /** @throws DomainError NotFound, InvalidResourceState */
  @Serves(operatorRoutes.swapReadModelRebuild)
  swapReadModelRebuild(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<CreatedAnswer> {
    return this.change(id, operation, (model, tx) => model.swap(tx));
  }

  private async change(
    id: string,
    operation: Operation,
    how: (model: RebuildableModel, tx: EntityManager) => Promise<void>,
  ): Promise<CreatedAnswer> {
    const model = this.modelOf(id);
    const answer = await this.changes.run(
      operation,
      async ({ tx }) => {
        await how(model, tx);
        return created('read-model', id, this.service);
      },
      { status: HttpStatus.ACCEPTED },
    );
    model.look?.();
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
    const [lag, stoppedAt, rebuild] = await Promise.all([model.lag(), model.stoppedAt?.(), model.rebuild()]);
    const state = stoppedAt ? 'stopped' : lag > 0 ? 'behind' : 'current';
    return {
      type: 'resource',
      kind: 'read-model',
      id,
      service: this.service,
      attributes: {
        name: model.name,
        sources: model.sources,
        state,
        lag,
        stoppedAt,
        rebuild: rebuild && { ...rebuild, begun: rebuild.begun.toISOString() },
      },
      links: {
        rebuild: ref('rebuildReadModel', id, this.service),
        ...(rebuild && { stop: ref('stopReadModelRebuild', id, this.service) }),
        ...(rebuild?.state === 'differs' && { swap: ref('swapReadModelRebuild', id, this.service) }),
      },
    };
  }
}
