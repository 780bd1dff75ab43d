import { SystemClock } from '@halyard/persistence';
import { TestSealer } from '@halyard/testing';
import type { DataSource } from 'typeorm';
import { IdempotencyRecords, type IdempotencyRecordsOptions } from '@halyard/changes';

/** The records of a service whose secrets anybody can read. */
export const recordsOf = (dataSource: DataSource, more: Partial<IdempotencyRecordsOptions> = {}): IdempotencyRecords =>
  new IdempotencyRecords({
    dataSource,
    sealer: new TestSealer(),
    clock: new SystemClock(),
    isDurable: false,
    ...more,
  });
