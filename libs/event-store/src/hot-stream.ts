import type { Decider } from '@halyard/core';
import { LRUCache } from 'lru-cache';
import { asError } from './as-error.js';
import type { EventStore, ExpectedRevision, Position, StoredEvent } from './event-store.js';
import type { LoadedStream, SnapshotOptions } from './stream-loader.js';
import { StreamLoader } from './stream-loader.js';
import type { StreamEvent, StreamOperation } from './stream-queue.js';
import { StreamQueue } from './stream-queue.js';

export interface HotStreamOptions<State, Command, Event extends StreamEvent> {
  readonly store: EventStore;
  readonly decider: Decider<State, Command, Event>;
  /** What `evolve` folds, made from what the store holds: the place to upcast old events. */
  readonly toEvent: (stored: StoredEvent) => Event;
  readonly snapshots?: SnapshotOptions<State>;
  /** Streams whose state stays in memory while no command runs; the least recently used go first. 10,000 by default. */
  readonly idleStreamsMax?: number;
}

export interface Executed<Event, Answer> {
  /** None if the command was honoured before. */
  readonly events: readonly Event[];
  /** Revision of the command's last event; without events, that of the stream. */
  readonly revision: ExpectedRevision;
  /** A projection that has come so far has seen what the command did. */
  readonly position: Position;
  readonly answer: Answer;
}

const IDLE_STREAMS_MAX = 10_000;

/**
 * Carries out commands on streams, many of one stream in one append (architecture, "Hot account"). Keeps the state of
 * each stream in memory, which may be stale when another process writes too: speed suffers then, correctness never.
 */
export class HotStreamWriter<State, Command, Event extends StreamEvent> {
  private readonly busy = new Map<string, StreamQueue<State, Command, Event>>();
  private readonly idle: LRUCache<string, LoadedStream<State>>;
  private readonly loader: StreamLoader<State, Event>;

  constructor(private readonly options: HotStreamOptions<State, Command, Event>) {
    const { store, decider, toEvent, snapshots, idleStreamsMax = IDLE_STREAMS_MAX } = options;
    this.loader = new StreamLoader(store, decider, toEvent, snapshots);
    this.idle = new LRUCache({ max: idleStreamsMax });
  }

  /**
   * Decides a command and answers once its events are committed.
   *
   * @param answer takes what the caller needs from the state as the command left it; must not keep or change the state
   * @throws DomainError the decider's refusal, on a state that was current
   * @throws EventStoreUnavailable the outcome is unknown: the same command with the same operation may be repeated
   */
  execute(stream: string, command: Command, operation: StreamOperation): Promise<Executed<Event, undefined>>;
  execute<Answer>(
    stream: string,
    command: Command,
    operation: StreamOperation,
    answer: (state: State) => Answer,
  ): Promise<Executed<Event, Answer>>;
  execute<Answer>(
    stream: string,
    command: Command,
    operation: StreamOperation,
    answer?: (state: State) => Answer,
  ): Promise<Executed<Event, Answer | undefined>> {
    return new Promise((resolve, reject) => {
      const prepare = (state: State, events: readonly Event[]) => {
        try {
          const prepared = answer?.(state);
          return (revision: ExpectedRevision, position: Position) =>
            resolve({ events, revision, position, answer: prepared });
        } catch (error) {
          return () => reject(asError(error));
        }
      };
      this.queue(stream).execute({ ...operation, command, prepare, reject });
    });
  }

  /**
   * Shows a stream's current state, uncommitted events excluded: whatever was committed before the call is in it.
   *
   * @param show takes what the caller needs from the state; must not keep or change the state
   * @throws EventStoreUnavailable
   */
  read<Answer>(stream: string, show: (state: State, revision: ExpectedRevision) => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.queue(stream).read({
        show: (state, revision) => {
          try {
            resolve(show(state, revision));
          } catch (error) {
            reject(asError(error));
          }
        },
        reject,
      });
    });
  }

  /** Resolves once all that was begun is answered and its snapshots are saved. */
  async close(): Promise<void> {
    while (this.busy.size > 0) await Promise.all([...this.busy.values()].map((queue) => queue.idle()));
    await this.loader.snapshotsSaved();
  }

  private queue(stream: string): StreamQueue<State, Command, Event> {
    const busy = this.busy.get(stream);
    if (busy) return busy;
    const { store, decider } = this.options;
    const queue = new StreamQueue(stream, this.idle.get(stream), {
      store,
      decider,
      loader: this.loader,
      onIdle: (loaded) => {
        this.busy.delete(stream);
        if (loaded) this.idle.set(stream, loaded);
      },
    });
    this.idle.delete(stream);
    this.busy.set(stream, queue);
    return queue;
  }
}
