import { readConnectionString } from '@halyard/event-store';
import { containerName, docker, hasDockerEngine } from '@halyard/local-servers';
import type { ServicesDatabaseOptions } from '../services-database.js';

const IMAGE = 'eventstore/eventstore:24.10';

/** The event store of transfers, with a description for the user who starts the suite. */
export interface EventStorePlace {
  /** Undefined if the streams are in Postgres. */
  readonly url: string | undefined;
  readonly description: string;
}

/**
 * EventStoreDB at the given URL, else in a container if a Docker engine is running, else Postgres. The container and
 * its volume are named after the data folder, so that each folder has its own streams. The next start replaces a
 * container left behind by a killed one.
 */
export async function placeEventStore(
  url: string | undefined,
  { dataDir, ownPorts, lifetime }: Pick<ServicesDatabaseOptions, 'dataDir' | 'ownPorts' | 'lifetime'>,
): Promise<EventStorePlace> {
  if (url !== undefined) return { url, description: `EventStoreDB at ${readConnectionString(url).nodes.join(', ')}` };
  if (!(await hasDockerEngine())) {
    return {
      url: undefined,
      description: 'Postgres (no EVENTSTORE_URL, and no Docker engine to start EventStoreDB with)',
    };
  }
  const name = containerName('eventstore', dataDir);
  await docker(['rm', '--force', name]);
  await docker([
    ...['run', '--detach', '--rm', '--name', name, '--publish', '127.0.0.1::2113'],
    ...['--volume', `${name}:/var/lib/eventstore`, IMAGE, '--insecure', '--run-projections=None'],
  ]);
  lifetime.onClose(() => docker(['stop', name]));
  const [address = ''] = (await docker(['port', name, '2113/tcp'])).split('\n');
  ownPorts.add(Number(address.slice(address.lastIndexOf(':') + 1)));
  return { url: `esdb://${address}?tls=false`, description: `EventStoreDB in a container, at ${address}` };
}
