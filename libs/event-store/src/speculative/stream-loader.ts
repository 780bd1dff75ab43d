import type { Decider } from '@halyard/core';
import type { EventStore, ExpectedRevision, Position, StoredEvent } from '../event-store.js';
import { EventStoreUnavailable } from '../event-store.js';
import type { StreamSnapshot, Snapshots, StateCodec } from '../snapshots.js';

/** The state of a stream in memory, at a revision. Folding changes it in place. */
export interface LoadedStream<State> {
  state: State;
  revision: ExpectedRevision;
  /** The number of events that the newest snapshot covers; 0 without one. */
  eventsInSnapshot: number;
}

/** A snapshot whose position is not known yet, because its last event is not committed. */
export type DueSnapshot = Omit<StreamSnapshot, 'position'>;

export interface SnapshotOptions<State> {
  readonly snapshots: Snapshots;
  readonly codec: StateCodec<State>;
  /** How many events come between two snapshots, 500 by default. */
  readonly everyEvents?: number;
  /** Called if a snapshot could not be read or written. The stream goes on without it. */
  readonly onFailure: (error: unknown) => void;
}

const EVERY_EVENTS = 500;

export const eventCount = (revision: ExpectedRevision): number => (revision === 'no-stream' ? 0 : revision + 1);

/** Loads the state of a stream. It begins with a snapshot, if there is one that it can use. */
export class StreamLoader<State, Event> {
  private readonly saving = new Set<Promise<void>>();

  constructor(
    private readonly store: EventStore,
    private readonly decider: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
    private readonly toEvent: (stored: StoredEvent) => Event,
    private readonly options: SnapshotOptions<State> | undefined,
  ) {}

  async load(stream: string): Promise<LoadedStream<State>> {
    const loaded = (await this.fromSnapshot(stream)) ?? this.blank();
    await this.catchUp(stream, loaded);
    return loaded;
  }

  async catchUp(stream: string, loaded: LoadedStream<State>): Promise<void> {
    let position: Position | undefined;
    for await (const stored of this.store.read(stream, { from: eventCount(loaded.revision) })) {
      loaded.state = this.decider.evolve(loaded.state, this.toEvent(stored));
      loaded.revision = stored.revision;
      position = stored.position;
    }
    if (position === undefined) return;
    const snapshot = this.takeIfDue(loaded);
    if (snapshot) this.save(stream, { ...snapshot, position });
  }

  /**
   * Takes a snapshot of the present state, if one is due. Save it once its last event is committed, even if more events
   * were folded meanwhile.
   */
  takeIfDue(loaded: LoadedStream<State>): DueSnapshot | undefined {
    const { options } = this;
    const { revision, state } = loaded;
    if (!options || revision === 'no-stream') return undefined;
    if (eventCount(revision) - loaded.eventsInSnapshot < (options.everyEvents ?? EVERY_EVENTS)) return undefined;
    loaded.eventsInSnapshot = eventCount(revision);
    try {
      return { codecVersion: options.codec.version, revision, state: options.codec.toJson(state) };
    } catch (error) {
      options.onFailure(error);
      return undefined;
    }
  }

  /** Saves a snapshot. The caller does not wait for the write. */
  save(stream: string, snapshot: StreamSnapshot): void {
    const { options } = this;
    if (!options) return;
    const saved: Promise<void> = options.snapshots
      .save(stream, snapshot)
      .catch(options.onFailure)
      .finally(() => this.saving.delete(saved));
    this.saving.add(saved);
  }

  async snapshotsSaved(): Promise<void> {
    await Promise.all(this.saving);
  }

  private blank(): LoadedStream<State> {
    return { state: this.decider.initial(), revision: 'no-stream', eventsInSnapshot: 0 };
  }

  private async fromSnapshot(stream: string): Promise<LoadedStream<State> | undefined> {
    const { options } = this;
    if (!options) return undefined;
    try {
      const snapshot = await options.snapshots.load(stream);
      if (snapshot?.codecVersion !== options.codec.version) return undefined;
      const { revision } = snapshot;
      if (!(await this.isOfThisHistory(stream, snapshot))) return undefined;
      return { state: options.codec.fromJson(snapshot.state), revision, eventsInSnapshot: revision + 1 };
    } catch (error) {
      if (error instanceof EventStoreUnavailable) throw error;
      options.onFailure(error);
      return undefined;
    }
  }

  /**
   * Whether the snapshot belongs to the stored events. A store that was restored from an older backup lacks its last
   * event.
   */
  private async isOfThisHistory(stream: string, { revision, position }: StreamSnapshot): Promise<boolean> {
    for await (const stored of this.store.read(stream, { from: revision, count: 1 }))
      return stored.position === position;
    return false;
  }
}
