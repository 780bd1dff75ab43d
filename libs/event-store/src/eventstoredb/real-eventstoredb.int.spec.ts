import { describe, it } from '@jest/globals';
import { abilitiesOn, openRealLog, realServer } from '../../test/real-log.js';
import { eventStoreBehaviour } from '../event-store.behaviour.js';

const server = await realServer();
if ('missing' in server) {
  describe('EventStoreDbEventStore on a real EventStoreDB', () => {
    it.skip(`passes the behaviour suite (skipped: ${server.missing})`, () => undefined);
  });
} else {
  eventStoreBehaviour('EventStoreDbEventStore on a real EventStoreDB', () => openRealLog(server), abilitiesOn(server));
}
