import { Injectable } from '@nestjs/common';
import type { Position } from '@halyard/event-store';
import { DataSource } from 'typeorm';
import { ReadModels } from '../../projection/read-models.js';
import { UnfinishedPayments, type UnfinishedQuery } from './unfinished-payments.js';

const FIRST = '00000000-0000-0000-0000-000000000000';

@Injectable()
export class StoredUnfinishedPayments extends UnfinishedPayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {
    super();
  }

  override upToDate(): Promise<Position> {
    return this.readModels.upToDate('unfinishedPayments');
  }

  /** Ignores the signal: recovery and the read model stop together. */
  override beyond(position: Position): Promise<void> {
    return this.readModels.unfinishedPayments.beyond(position);
  }

  override async find({ untouchedSince, after = FIRST, limit }: UnfinishedQuery): Promise<readonly string[]> {
    const rows = await this.readModels.read('unfinishedPayments', () =>
      this.dataSource.query<{ payment_id: string }[]>(
        `SELECT payment_id FROM unfinished_payments
         WHERE payment_id > $1 AND touched <= $2 AND (due OR holds <> awaited) ORDER BY payment_id LIMIT $3`,
        [after, untouchedSince.toString(), limit],
      ),
    );
    return rows.map(({ payment_id }) => payment_id);
  }
}
