import { GenericContainer, getContainerRuntimeClient, Wait } from 'testcontainers';
import type { EventLogUnderTest, StoreAbility } from './behaviour/event-log-under-test.js';
import { EventStoreDbEventStore } from '../src/eventstoredb/eventstoredb-event-store.js';
import { TcpProxy } from './tcp-proxy.js';

const IMAGE = 'eventstore/eventstore:24.10';
const PORT = 2113;

interface RealServer {
  readonly connectionString: string;
  readonly stop: () => Promise<void>;
}

/** The server at EVENTSTORE_URL, or one in a container; or why there is none. */
export async function realServer(): Promise<RealServer | { readonly missing: string }> {
  const url = process.env['EVENTSTORE_URL'];
  if (url) return { connectionString: url, stop: () => Promise.resolve() };
  try {
    await getContainerRuntimeClient();
    const container = await new GenericContainer(IMAGE)
      .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_CLUSTER_SIZE: '1' })
      .withExposedPorts(PORT)
      .withWaitStrategy(Wait.forHttp('/health/live', PORT).forStatusCode(204))
      .start();
    const connectionString = `esdb://${container.getHost()}:${container.getMappedPort(PORT)}?tls=false`;
    return { connectionString, stop: async () => void (await container.stop()) };
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    return { missing: `EVENTSTORE_URL is not set, and no container started: ${cause}` };
  }
}

const PLAIN = /^esdb:\/\/(?<host>[^:@,/?]+):(?<port>\d+)\/?\?tls=false$/;

/** A test can break connections on their way only if they are plain and to one server. */
export const abilitiesOn = ({ connectionString }: RealServer): StoreAbility[] =>
  PLAIN.test(connectionString) ? ['connections', 'restarts', 'namespaces'] : ['namespaces'];

export async function openRealLog({ connectionString, stop }: RealServer): Promise<EventLogUnderTest> {
  const stores: EventStoreDbEventStore[] = [];
  const address = PLAIN.exec(connectionString)?.groups;
  const proxy = new TcpProxy({ host: address?.['host'] ?? '', port: Number(address?.['port']) });
  if (address) await proxy.start();
  return {
    open(namespace) {
      const store = new EventStoreDbEventStore(
        address ? `esdb://127.0.0.1:${proxy.port}?tls=false` : connectionString,
        { namespace },
      );
      stores.push(store);
      return store;
    },
    cut() {
      proxy.cut();
      return Promise.resolve();
    },
    async restart() {
      await proxy.goAway();
      await proxy.start();
    },
    async close() {
      await Promise.all(stores.map((store) => store.close()));
      await proxy.goAway();
      await stop();
    },
  };
}
