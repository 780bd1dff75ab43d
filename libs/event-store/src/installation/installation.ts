import { newId, ServerUnusable } from '@halyard/core';
import type { DataSource } from 'typeorm';
import type { EventStore, NewEvent } from '../event-store.js';
import { WrongExpectedRevision } from '../event-store.js';

export interface Installation {
  readonly id: string;
  /** Whether the installation has begun its streams. From then on, a store without them is the wrong one. */
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

/**
 * The streams belong to another installation, so they can't be used. The message says whose they are, and what to do.
 */
export class ForeignStreams extends ServerUnusable {}

/** The stream that names the installation to which a namespace's streams belong. Its newest event counts. */
export const INSTALLATION_STREAM = 'installation';

const NEWEST = { direction: 'backwards', count: 1 } as const;

/** The installation to which streams belong. */
interface Holder {
  readonly id: string;
  /** The number of the last restore. */
  readonly epoch: number;
  /** When it took hold of the streams, or its epoch began. */
  readonly at: Date;
  readonly revision: number;
}

/**
 * Checks that database and streams belong together, before anything of one is used with the other. Streams that nobody
 * has begun are given to the database's installation. Processes that do this at the same time, or after one was killed
 * halfway, come to the same result.
 *
 * @throws ForeignStreams, EventStoreUnavailable
 */
export async function requireInstallation(
  store: EventStore,
  stored: Pick<StoredInstallation, 'read' | 'markFounded'>,
  namespace: string,
): Promise<void> {
  const installation = await stored.read();
  const { id, founded } = installation;
  const holder = (await holderOf(store)) ?? (founded ? undefined : await found(store, id));
  const foreign = foreignnessOf(installation, holder, namespace);
  if (foreign) throw foreign;
  if (!founded) await stored.markFounded();
}

/**
 * Checks that database and streams can belong together, without writing to either.
 *
 * @throws ForeignStreams, EventStoreUnavailable
 */
export async function requireNotForeign(
  store: EventStore,
  stored: Pick<StoredInstallation, 'read'>,
  namespace: string,
): Promise<void> {
  const installation = await stored.read();
  const holder = await holderOf(store);
  const foreign = holder || installation.founded ? foreignnessOf(installation, holder, namespace) : undefined;
  if (foreign) throw foreign;
}

/** The error if streams of this holder are not those of the installation. */
function foreignnessOf(
  { id, founded }: Installation,
  holder: Pick<Holder, 'id'> | undefined,
  namespace: string,
): ForeignStreams | undefined {
  if (holder?.id === id) return undefined;
  if (!holder) {
    return new ForeignStreams(
      `This database belongs to installation ${id}, whose streams are not in namespace ${namespace} of the event store. ` +
        'Check EVENTSTORE_URL and EVENT_STORE_NAMESPACE, or start with new data (DATA_DIR, or an empty database); ' +
        'streams of builds from before namespaces are not used.',
    );
  }
  const whose = `The streams of namespace ${namespace} belong to installation ${holder.id}, and this database to ${id}.`;
  return new ForeignStreams(
    founded
      ? `${whose} Set EVENT_STORE_NAMESPACE to the namespace of ${id}, or use the database of ${holder.id}.`
      : `${whose} Set EVENT_STORE_NAMESPACE to a namespace of its own; or, where the database of ${holder.id} is lost for good, ` +
          `take its streams over with: npm run take-over -- ${holder.id}`,
  );
}

/**
 * Gives the streams of a lost installation to this database, which then derives everything from them anew.
 *
 * @param from the installation to which they belong, so that nobody takes other streams by mistake
 * @throws ForeignStreams if they belong to another installation, or this database has streams of its own
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
    const events = [
      { id: newId(), type: 'InstallationTakenOver', data: { installationId: id, from, epoch: holder.epoch } },
    ];
    await store.append({ stream: INSTALLATION_STREAM, expected: holder.revision, events });
  }
  await stored.markFounded();
  return { id, founded: true };
}

async function found(store: EventStore, id: string): Promise<Holder | undefined> {
  // Every process of the installation makes the same append, because the id is the same.
  const founding: NewEvent = { id, type: 'InstallationFounded', data: { installationId: id } };
  try {
    await store.append({ stream: INSTALLATION_STREAM, expected: 'no-stream', events: [founding] });
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
  }
  return holderOf(store);
}

/** @returns undefined if nobody has begun the streams */
export async function holderOf(store: EventStore): Promise<Holder | undefined> {
  for await (const { data, revision, recordedAt } of store.read(INSTALLATION_STREAM, NEWEST)) {
    const { installationId: id, epoch = 0 } = data as { readonly installationId: string; readonly epoch?: number };
    return { id, epoch, at: recordedAt, revision };
  }
  return undefined;
}
