import { Inject, Injectable } from '@nestjs/common';
import { EventStore } from '@halyard/event-store';
import { type Logger, LOGGER } from '@halyard/observability';
import { DataSource } from 'typeorm';
import { TransfersConfig } from '../config.js';
import { LedgerProjection } from '../ledger/ledger.projection.js';
import { TransferProjection } from '../transfer/transfer.projection.js';
import { Checkpoints } from './checkpoints.js';
import type { Projection } from './projection.js';
import { ProjectionRunner } from './projection-runner.js';

/** The service's read models and those who move them. */
@Injectable()
export class ReadModels {
  readonly transfers: ProjectionRunner;
  readonly ledger: ProjectionRunner;

  constructor(
    private readonly store: EventStore,
    private readonly config: TransfersConfig,
    transfers: TransferProjection,
    ledger: LedgerProjection,
    dataSource: DataSource,
    checkpoints: Checkpoints,
    @Inject(LOGGER) logger: Logger,
  ) {
    const run = (projection: Projection) =>
      new ProjectionRunner(projection, dataSource, checkpoints, store, (error) =>
        logger.error({ err: error, projection: projection.name }, 'a projection stopped and begins again'),
      );
    this.transfers = run(transfers);
    this.ledger = run(ledger);
  }

  /**
   * Reads from a read model that holds all that was answered to anyone before this call.
   *
   * @throws DomainError ServiceUnavailable when it takes too long to hold that
   */
  async read<Answer>(model: 'transfers' | 'ledger', query: () => Promise<Answer>): Promise<Answer> {
    return this[model].read(await this.store.head(), this.config.readWaitMs, query);
  }
}
