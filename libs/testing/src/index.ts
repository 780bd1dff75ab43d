export { metricOf } from './metric-of.js';
export type {
  FakeAnswer,
  HistoryEvent,
  SeenCall,
  TestCall,
  TestExchange,
  TestServiceOptions,
} from './service-harness.js';
export {
  applicationPrincipal,
  factAnswer,
  FakeServices,
  servicePrincipal,
  startTestService,
  TestService,
} from './service-harness.js';
export type { TestDatabase } from './test-database.js';
export { createTestDatabase } from './test-database.js';
export { queryOnce } from './query-once.js';
export { restoredData } from './restored-data.js';
export { TableBackup } from './table-backup.js';
export { TestSealer } from './test-sealer.js';
export type { CollectedSpan } from './trace-collector.js';
export { TraceCollector } from './trace-collector.js';
