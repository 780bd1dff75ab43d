import { newId, ServerUnusable } from '@halyard/core';
import type { DataSource } from 'typeorm';
import type { EventStore, NewEvent } from '../event-store.js';
import { WrongExpectedRevision } from '../event-store.js';

export interface Installation {
  readonly id: string;
  /** Its streams were begun. From then on, a store without them is the wrong one. */
  readonly founded: boolean;
}

export class StoredInstallation {
  constructor(private readonly dataSource: Pick<DataSource, 'query'>) {}

  async read(): Promise<Installation> {
    const [row] = await this.dataSource.query<Installation[]>('SELECT id, founded FROM installation');
    if (!row) throw new ServerUnusable('The table installation of transfers has lost its row.');
    return row;
  }

  async markFounded(): Promise<void> {
    await this.dataSource.query('UPDATE installation SET founded = true');
  }
}

/** The streams can't be used. The message says whose they are, and what to do. */
export class ForeignStreams extends ServerUnusable {}

/** The stream that says which installation a namespace's streams belong to. Its newest event counts. */
export const INSTALLATION_STREAM = 'installation';

interface Holder {
  readonly id: string;
  readonly revision: number;
}

/**
 * Checks that database and streams belong together, before anything of one is used with the other. Streams that nobody
 * has begun become those of the database. A process that was killed on the way, or comes at the same time, finds the
 * same.
 *
 * @throws ForeignStreams, EventStoreUnavailable
 */
export async function requireInstallation(
  store: EventStore,
  stored: Pick<StoredInstallation, 'read' | 'markFounded'>,
  namespace: string,
): Promise<void> {
  const { id, founded } = await stored.read();
  const holder = (await holderOf(store)) ?? (founded ? undefined : await found(store, id));
  if (holder?.id === id) {
    if (!founded) await stored.markFounded();
    return;
  }
  if (!holder) {
    throw new ForeignStreams(
      `This database belongs to installation ${id}, whose streams are not in namespace ${namespace} of the event store. ` +
        'Check EVENTSTORE_URL and EVENT_STORE_NAMESPACE, or start with new data (DATA_DIR, or an empty database); ' +
        'streams of builds from before namespaces are not used.',
    );
  }
  const whose = `The streams of namespace ${namespace} belong to installation ${holder.id}, and this database to ${id}.`;
  throw new ForeignStreams(
    founded
      ? `${whose} Set EVENT_STORE_NAMESPACE to the namespace of ${id}, or use the database of ${holder.id}.`
      : `${whose} Set EVENT_STORE_NAMESPACE to a namespace of its own; or, where the database of ${holder.id} is lost for good, ` +
          `take its streams over with: npm run take-over -- ${holder.id}`,
  );
}

/**
 * Gives a lost installation's streams to this database, which derives everything from them anew.
 *
 * @param from the installation that they belong to, so that nobody else's are taken
 * @throws ForeignStreams if they belong to another one, or this database has streams of its own
 */
export async function takeOver(
  store: EventStore,
  stored: Pick<StoredInstallation, 'read' | 'markFounded'>,
  from: string,
): Promise<Installation> {
  const { id, founded } = await stored.read();
  const holder = await holderOf(store);
  if (holder?.id !== id) {
    if (founded) throw new ForeignStreams(`This database, of installation ${id}, has streams of its own.`);
    if (holder?.id !== from) {
      throw new ForeignStreams(`The streams belong to ${holder?.id ?? 'nobody'}, and not to ${from}.`);
    }
    const events = [{ id: newId(), type: 'InstallationTakenOver', data: { installationId: id, from } }];
    await store.append({ stream: INSTALLATION_STREAM, expected: holder.revision, events });
  }
  await stored.markFounded();
  return { id, founded: true };
}

async function found(store: EventStore, id: string): Promise<Holder | undefined> {
  // The id makes it the same append for every process of the installation.
  const founding: NewEvent = { id, type: 'InstallationFounded', data: { installationId: id } };
  try {
    const { revision } = await store.append({
      stream: INSTALLATION_STREAM,
      expected: 'no-stream',
      events: [founding],
    });
    return { id, revision };
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return holderOf(store);
    throw error;
  }
}

async function holderOf(store: EventStore): Promise<Holder | undefined> {
  for await (const { data, revision } of store.read(INSTALLATION_STREAM, { direction: 'backwards', count: 1 })) {
    const { installationId } = data as { readonly installationId: string };
    return { id: installationId, revision };
  }
  return undefined;
}
