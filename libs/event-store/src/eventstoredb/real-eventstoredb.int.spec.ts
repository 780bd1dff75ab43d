import { describe, it } from '@jest/globals';
import { counts } from '@halyard/testing/counts';
import { abilitiesOn, openRealLog, realServer } from '../../test/real-log.js';
import { eventStoreBehaviour } from '../../test/event-store.behaviour.js';

const server = await realServer();
if ('missing' in server) {
  describe('EventStoreDbEventStore on a real EventStoreDB', () => {
    it.skip(`passes the behaviour suite (skipped: ${server.missing})`, () => undefined);
  });
} else {
  eventStoreBehaviour(
    'EventStoreDbEventStore on a real EventStoreDB',
    () => openRealLog(server),
    counts.eventStore,
    abilitiesOn(server),
  );
}
