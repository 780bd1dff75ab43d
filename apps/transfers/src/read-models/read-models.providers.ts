import { RebuildableModels } from '@halyard/messaging';
import { RebuildMetrics } from '@halyard/operators';
import { Checkpoints } from '../projection/checkpoints.js';
import { StoredCheckpoints } from '../projection/checkpoints.rows.js';
import { ProjectionMetrics } from '../projection/projection.metrics.js';
import { EventPages, PageWriter } from '../projection/page-writer.js';
import { StoredPages } from '../projection/pages.rows.js';
import { CopyProjections } from '../projection/rebuild/copy-projections.js';
import { StoredCopyProjections } from './copy-projections.rows.js';
import { Rebuilds } from '../projection/rebuild/rebuilds.js';
import { StoredRebuilds } from '../projection/rebuild/rebuilds.rows.js';
import { TransfersReadModels } from '../projection/transfers-read-models.js';
import { StatisticsProjection } from '../statistics/statistics.projection.js';
import { LedgerProjection } from '../ledger/ledger.projection.js';
import { UnfinishedPaymentsProjection } from '../payment/recover-payments/unfinished-payments.projection.js';
import { TransferProjection } from '../transfer/transfer.projection.js';
import { FOLLOWER, followerOf } from '../projection/projection.js';
import { PROJECTIONS, type Projections, ReadModels } from '../projection/read-models.js';

/** The read models of transfers, and the providers that follow, measure and rebuild them. */
export const readModelProviders = [
  LedgerProjection,
  PageWriter,
  ProjectionMetrics,
  ReadModels,
  RebuildMetrics,
  StatisticsProjection,
  TransferProjection,
  UnfinishedPaymentsProjection,
  { provide: Checkpoints, useClass: StoredCheckpoints },
  { provide: CopyProjections, useClass: StoredCopyProjections },
  { provide: EventPages, useClass: StoredPages },
  { provide: RebuildableModels, useClass: TransfersReadModels },
  { provide: Rebuilds, useClass: StoredRebuilds },
  {
    provide: PROJECTIONS,
    useFactory: (
      transfers: TransferProjection,
      ledger: LedgerProjection,
      unfinishedPayments: UnfinishedPaymentsProjection,
      statistics: StatisticsProjection,
    ): Projections => ({ transfers, ledger, unfinishedPayments, statistics }),
    inject: [TransferProjection, LedgerProjection, UnfinishedPaymentsProjection, StatisticsProjection],
  },
  {
    provide: FOLLOWER,
    useFactory: (projections: Projections) => followerOf(Object.values(projections)),
    inject: [PROJECTIONS],
  },
];
