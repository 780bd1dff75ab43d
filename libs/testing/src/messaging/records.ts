import { SystemClock } from '@halyard/persistence';
import { TestSealer } from '@halyard/testing';
import type { DataSource } from 'typeorm';
import { IdempotencyRecords, type IdempotencyRecordsOptions } from '@halyard/changes';

/** The operation records of a service. They are sealed by a sealer for tests, which anybody can open. */
export const recordsOf = (dataSource: DataSource, more: Partial<IdempotencyRecordsOptions> = {}): IdempotencyRecords =>
  new IdempotencyRecords({
    dataSource,
    sealer: new TestSealer(),
    clock: new SystemClock(),
    isDurable: false,
    ...more,
  });
