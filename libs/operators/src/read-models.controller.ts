import { Controller, Get, HttpCode, HttpStatus, Inject, Param, Post, UseGuards } from '@nestjs/common';
import {
  type CollectionDocument,
  created,
  type CreatedDocument,
  type Operation,
  type RebuildingService,
  rebuildingServices,
  ref,
  type ResourceDocument,
  type ServiceName,
} from '@halyard/contracts';
import { deriveId, DomainError } from '@halyard/core';
import { CurrentOperation } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { SERVICE_NAME } from '@halyard/observability';
import { OperatorGuard } from './operator.guard.js';
import { type RebuildableModel, RebuildableModels } from '@halyard/messaging';

/** The read models of a service that can be rebuilt; primary data is not among them. */
@Controller('/operations/:service/read-models')
@UseGuards(OperatorGuard)
export class ReadModelsController {
  private readonly service: RebuildingService;

  constructor(
    private readonly models: RebuildableModels,
    private readonly changes: Changes,
    @Inject(SERVICE_NAME) service: ServiceName,
  ) {
    this.service = rebuildingServiceOf(service);
  }

  @Get()
  async listReadModels(): Promise<CollectionDocument> {
    const items = await Promise.all(this.models.list().map((model) => this.documentOf(model)));
    return {
      document: 'collection',
      self: ref(`${this.service}-read-models`),
      of: `${this.service}-read-model`,
      items,
      total: items.length,
    };
  }

  /** @throws DomainError NotFound */
  @Get('/:id')
  getReadModel(@Param('id', IdPipe) id: string): Promise<ResourceDocument> {
    return this.documentOf(this.modelOf(id));
  }

  /** Begins a rebuild; `lag` of the read model shows its progress. The same operation again does not empty it again. */
  @Post('/:id/rebuilds')
  @HttpCode(HttpStatus.ACCEPTED)
  async rebuildReadModel(
    @Param('id', IdPipe) id: string,
    @CurrentOperation() operation: Operation,
  ): Promise<CreatedDocument> {
    const model = this.modelOf(id);
    const answer = await this.changes.run(
      operation,
      async ({ tx }) => {
        await model.clear(tx);
        return created(`${this.service}-read-model`, id);
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

  private async documentOf(model: RebuildableModel): Promise<ResourceDocument<`${RebuildingService}-read-model`>> {
    const id = this.idOf(model);
    const lag = await model.lag();
    return {
      document: 'resource',
      kind: `${this.service}-read-model`,
      id,
      attributes: { name: model.name, sources: model.sources, state: lag > 0 ? 'behind' : 'current', lag },
      links: { rebuild: ref(`${this.service}-read-model-rebuild`, id) },
    };
  }
}

/** @throws Error for a service whose read models no public route shows */
function rebuildingServiceOf(service: ServiceName): RebuildingService {
  const rebuilding = rebuildingServices.find((name) => name === service);
  if (!rebuilding) throw new Error(`no route shows the read models of ${service}`);
  return rebuilding;
}
