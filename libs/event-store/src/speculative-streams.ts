import type { Decider } from '@halyard/core';
import { LRUCache } from 'lru-cache';
import { asError } from './as-error.js';
import type { Chain } from './chain.js';
import type { EventMetadata, EventStore, ExpectedRevision, StoredEvent } from './event-store.js';
import { SpeculativeStream, type StreamEvent } from './speculative-stream.js';
import type { LoadedStream, SnapshotOptions } from './stream-loader.js';
import { StreamLoader } from './stream-loader.js';

export interface SpeculativeStreamsOptions<State, Command, Event extends StreamEvent> {
  readonly store: EventStore;
  readonly decider: Decider<State, Command, Event>;
  /** What `evolve` folds, made from what the store holds. */
  readonly toEvent: (stored: StoredEvent) => Event;
  readonly snapshots?: SnapshotOptions<State>;
  /** Streams whose state stays in memory while nothing happens to them; the least recently used go first. 10,000 by default. */
  readonly idleStreamsMax?: number;
}

export interface Execution<Event> {
  readonly chain: Chain;
  /** The same command by the same attempt gives the same ids, and no other does. */
  readonly eventId: (event: Event, index: number) => string;
  readonly metadata?: EventMetadata;
}

const IDLE_STREAMS_MAX = 10_000;

/**
 * Decides commands on the state that streams will have once what is in flight is committed (architecture, "Hot account"):
 * whoever decides never waits for a commit, and many decisions on one stream share one. States are kept in memory and may
 * be stale when another process writes too: speed suffers then, correctness never.
 */
export class SpeculativeStreams<State, Command, Event extends StreamEvent> {
  private readonly busy = new Map<string, SpeculativeStream<State, Command, Event>>();
  private readonly idle: LRUCache<string, LoadedStream<State>>;
  private readonly loader: StreamLoader<State, Event>;

  constructor(private readonly options: SpeculativeStreamsOptions<State, Command, Event>) {
    const { store, decider, toEvent, snapshots, idleStreamsMax = IDLE_STREAMS_MAX } = options;
    this.loader = new StreamLoader(store, decider, toEvent, snapshots);
    // By size, each being one: by number it would take memory for all of them before there is one.
    this.idle = new LRUCache({ maxSize: idleStreamsMax, sizeCalculation: () => 1 });
  }

  /**
   * Decides a command and hands its events over as a link of the chain; resolves once that is decided, not committed.
   * The chain rests on all that was decided on, also where there is nothing to do.
   *
   * @returns none where the command was honoured before
   * @throws DomainError the decider's refusal, on a state that was current after the command had come; it stands once the
   *   chain is committed, and is decided again where that fails
   * @throws WrongExpectedRevision, PredecessorLost where the chain has fallen already
   * @throws EventStoreUnavailable
   */
  execute(stream: string, command: Command, execution: Execution<Event>): Promise<readonly Event[]> {
    return new Promise((resolve, reject) => {
      this.stream(stream).execute({ ...execution, command, resolve, reject });
    });
  }

  /**
   * Shows a stream's current state, nothing uncommitted in it: whatever was committed before the call is.
   *
   * @param show takes what the caller needs from the state; must not keep or change the state
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

  /** Resolves once all that was begun has its outcome and its snapshots are saved. */
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
      },
    });
    this.idle.delete(name);
    this.busy.set(name, stream);
    return stream;
  }
}
