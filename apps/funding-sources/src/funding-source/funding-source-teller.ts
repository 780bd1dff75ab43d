import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import { ServiceCalls } from '@halyard/http';
import { DataSource } from 'typeorm';
import { FundingSource } from './funding-source.entity.js';
import { FundingSourceFacts } from './funding-source.facts.js';

/** Tells transfers how a source may be used after a change, before the client gets the answer. */
@Injectable()
export class FundingSourceTeller {
  constructor(
    private readonly dataSource: DataSource,
    private readonly calls: ServiceCalls,
    private readonly facts: FundingSourceFacts,
  ) {}

  /** Tells the current state: a repeat completes what was not told before. @throws DomainError ServiceUnavailable */
  async tell(operation: Operation, id: string): Promise<void> {
    const source = await this.dataSource.manager.findOneByOrFail(FundingSource, { id });
    await this.send(operation, source);
  }

  /**
   * Tells the state of a source that was changed since it was added, since others may know an older one. They ask about
   * an unchanged source when they need it.
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
