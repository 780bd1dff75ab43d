import type { EventStore } from '@halyard/event-store';
import type { DataSource } from 'typeorm';
import { NoBankEntries } from '../cut-off/bank-entries.js';
import { StoredPayments } from '../ledger/known-payments.rows.js';
import { LedgerProjection } from '../ledger/ledger.projection.js';
import { UnfinishedPaymentsProjection } from '../payment/recover-payments/unfinished-payments.projection.js';
import type { SealedMetadata } from '../payment/sealed-metadata.js';
import { StatisticsProjection } from '../statistics/statistics.projection.js';
import { StoredTransfers } from '../transfer/known-transfers.rows.js';
import { TransferProjection } from '../transfer/transfer.projection.js';
import type { Projection } from '../projection/projection.js';

/** All projections of this service, on the tables that a data source finds. They schedule nothing at banks. */
export const projectionsOn = (
  dataSource: DataSource,
  store: EventStore,
  metadata: SealedMetadata,
): readonly Projection[] => [
  new TransferProjection(metadata, new StoredTransfers(dataSource), new NoBankEntries()),
  new LedgerProjection(new StoredPayments(dataSource), store),
  new UnfinishedPaymentsProjection(store),
  new StatisticsProjection(store),
];
