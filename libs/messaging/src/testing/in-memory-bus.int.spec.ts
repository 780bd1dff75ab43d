import { createServices } from '@halyard/testing/messaging';
import { eventOf } from '@halyard/testing/messaging';
import { InMemoryBus } from './in-memory-bus.js';
import { type BusHarness, messageBusBehaviour } from '../../test/message-bus.behaviour.js';

/** Two buses of one memory, as two processes share a broker. */
async function harness(): Promise<BusHarness> {
  const services = await createServices('transfers');
  const sequences = new Map<string, number>();
  const broker = new InMemoryBus();
  return {
    dataSource: services.dataSourceOf('transfers'),
    openBus: () => new InMemoryBus(broker),
    tell: (...keys) => {
      for (const key of keys) {
        const sequence = (sequences.get(key) ?? 0) + 1;
        sequences.set(key, sequence);
        broker.tell('customers.events.v1', eventOf(key, sequence));
      }
      return Promise.resolve();
    },
    bring: (key, sequence) => Promise.resolve(broker.tell('customers.events.v1', eventOf(key, sequence))),
    close: () => services.close(),
  };
}

messageBusBehaviour('InMemoryBus', harness, ['disorder']);
