import { SystemClock } from '@halyard/persistence';
import { TestSealer } from '@halyard/testing';
import type { DataSource } from 'typeorm';
import { OperationRecords, type OperationRecordsOptions } from '@halyard/changes';

/** The records of a service whose secrets anybody can read. */
export const recordsOf = (dataSource: DataSource, more: Partial<OperationRecordsOptions> = {}): OperationRecords =>
  new OperationRecords({
    dataSource,
    sealer: new TestSealer(),
    clock: new SystemClock(),
    isDurable: false,
    ...more,
  });
