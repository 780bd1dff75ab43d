import { newId } from '@halyard/core';
import { createLogger } from '@halyard/observability';
import { Sealer } from '@halyard/persistence';
import type { RestoredData, TakenAway } from '@halyard/recovery';
import type { TestService } from './service-harness.js';

/** A service's data as a source of recovery gets it. */
export const restoredData = (service: TestService, entries: readonly TakenAway[] = []): RestoredData => ({
  restore: { id: newId(), at: service.clock.system(), epoch: 1 },
  entries,
  dataSource: service.dataSource,
  sealer: service.get(Sealer),
  eventStore: service.eventStore,
  clock: service.clock,
  logger: createLogger({ service: 'auth', level: 'error' }),
});
