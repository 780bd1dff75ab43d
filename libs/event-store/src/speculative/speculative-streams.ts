import { atMost, type Decider } from '@halyard/core';
import { LRUCache } from 'lru-cache';
import { asError } from '../as-error.js';
import type { Chain } from '../chain.js';
import type { EventMetadata, EventStore, ExpectedRevision, StoredEvent } from '../event-store.js';
import { SpeculativeStream, type StreamEvent } from './speculative-stream.js';
import type { LoadedStream, SnapshotOptions } from './stream-loader.js';
import { StreamLoader } from './stream-loader.js';

export interface SpeculativeStreamsOptions<State, Command, Event extends StreamEvent> {
  readonly store: EventStore;
  readonly decider: Decider<State, Command, Event>;
  /** Makes the event that `evolve` takes from a stored event. */
  readonly toEvent: (stored: StoredEvent) => Event;
  readonly snapshots?: SnapshotOptions<State>;
  /** How many idle streams stay in memory, 10,000 by default. The least recently used are dropped first. */
  readonly idleStreamsMax?: number;
}

export interface Execution<Event> {
  readonly chain: Chain;
  /** Gives an event its id. It is the same for the same command of the same attempt, and for no other. */
  readonly eventId: (event: Event, index: number) => string;
  readonly metadata?: EventMetadata;
}

const IDLE_STREAMS_MAX = 10_000;

/**
 * Decides commands on the state that streams will have once everything in flight is committed (ADR 18). Nobody waits
 * for a commit before deciding, and many decisions about one stream share a commit. If another process writes too,
 * states in memory may be stale: this costs time, but never makes a result wrong.
 */
export class SpeculativeStreams<State, Command, Event extends StreamEvent> {
  private readonly busy = new Map<string, SpeculativeStream<State, Command, Event>>();
  private readonly idle: LRUCache<string, LoadedStream<State>>;
  private readonly loader: StreamLoader<State, Event>;

  constructor(private readonly options: SpeculativeStreamsOptions<State, Command, Event>) {
    const { store, decider, toEvent, snapshots, idleStreamsMax = IDLE_STREAMS_MAX } = options;
    this.loader = new StreamLoader(store, decider, toEvent, snapshots);
    // The limit is a size, of 1 for each entry: with a limit by number, the cache would allocate all its memory at
    // once.
    this.idle = new LRUCache(atMost(idleStreamsMax));
  }

  /**
   * Decides a command and appends its events as a link of the chain. This happens at once if memory knows enough to
   * append something; otherwise a promise resolves once the command is decided, but before it is committed. The chain
   * then rests on everything that the decision rests on, even if there was nothing to append.
   *
   * @returns no events if the command was carried out before
   * @throws DomainError the decider's refusal, made on a state that was read after the command came. It counts once the
   * chain is committed. If the chain fails, the command is decided again
   * @throws WrongExpectedRevision, PredecessorLost if the chain has failed already
   * @throws EventStoreUnavailable
   */
  execute(name: string, command: Command, execution: Execution<Event>): readonly Event[] | Promise<readonly Event[]> {
    const stream = this.stream(name);
    const decision = { ...execution, command };
    return (
      stream.decideAtOnce(decision) ??
      new Promise((resolve, reject) => stream.execute({ ...decision, resolve, reject }))
    );
  }

  /**
   * Reads a stream's current state. It includes everything that was committed before the call, and nothing that is
   * uncommitted.
   *
   * @param show picks the caller's answer from the state; it must not store or change the state
   * @throws EventStoreUnavailable
   */
  read<Answer>(stream: string, show: (state: State, revision: ExpectedRevision) => Answer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.stream(stream).read({
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

  /** Resolves once everything that was begun has its outcome, and snapshots are saved. */
  async close(): Promise<void> {
    while (this.busy.size > 0) await Promise.all([...this.busy.values()].map((stream) => stream.idle()));
    await this.loader.snapshotsSaved();
  }

  private stream(name: string): SpeculativeStream<State, Command, Event> {
    const busy = this.busy.get(name);
    if (busy) return busy;
    const stream = new SpeculativeStream(name, this.idle.get(name), {
      decider: this.options.decider,
      loader: this.loader,
      onIdle: (loaded) => {
        this.busy.delete(name);
        if (loaded) this.idle.set(name, loaded);
        else this.idle.delete(name);
      },
    });
    this.busy.set(name, stream);
    return stream;
  }
}
