import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { ServiceCalls } from '@halyard/http';
import { DataSource } from 'typeorm';
import { FundingSource } from './funding-source.entity.js';
import { FundingSourceFacts } from './funding-source.facts.js';

/** Tells transfers of a change that decides what a source may be used for, before the client hears of it. */
@Injectable()
export class FundingSourceTeller {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calls: ServiceCalls,
    private readonly facts: FundingSourceFacts,
  ) {}

  /**
   * Tells the source as it stands now, so that a repeated operation completes what could not be told before.
   *
   * @throws DomainError ServiceUnavailable
   */
  async tell(operation: Operation, id: string): Promise<void> {
    const source = await this.dataSource.manager.findOneByOrFail(FundingSource, { id });
    await this.send(operation, source);
  }

  /**
   * Tells a source that others may know otherwise. One that is as it was added is asked for by whoever needs it.
   *
   * @throws DomainError ServiceUnavailable
   */
  async tellIfChanged(operation: Operation, id: string): Promise<void> {
    const source = await this.dataSource.manager.findOneByOrFail(FundingSource, { id });
    if (source.version > 1) await this.send(operation, source);
  }

  private async send(operation: Operation, source: FundingSource): Promise<void> {
    await this.calls.tell(serviceRoutes.tellTransfersOfFundingSource, source.id, this.facts.of(source), operation);
  }
}
