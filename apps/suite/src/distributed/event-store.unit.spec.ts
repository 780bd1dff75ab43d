import { Lifetime } from '@halyard/service';
import { expect, it } from '@jest/globals';
import { OwnPorts } from '../own-ports.js';
import { placeEventStore } from './event-store.js';

it.each([
  ['esdb://admin:hunter2@a:2113,b,c:2115?tls=false', 'EventStoreDB at a:2113, b:2113, c:2115'],
  ['esdb+discover://admin:hunter2@cluster.dns?tls=true', 'EventStoreDB at cluster.dns:2113'],
])('the banner names the nodes of %s, and no password', async (url, description) => {
  const lifetime = new Lifetime();
  const place = await placeEventStore(url, { dataDir: '/data', ownPorts: new OwnPorts(), lifetime });
  expect(place).toEqual({ url, description });
});
