// Runs: embedded
import { afterAll, beforeAll, describe } from '@jest/globals';
import { BreakableSuite } from './breaking/breakable-suite.js';
import { sharedEventStore } from './breaking/shared-event-store.js';
import { unavailable } from './breaking/unavailable.js';

describe('with its streams in an EventStoreDB', () => {
  const suite = new BreakableSuite({ mode: 'embedded', onEventStoreDb: true });
  beforeAll(() => suite.start());
  afterAll(() => suite.remove());

  unavailable(suite);
  sharedEventStore(suite);
});
