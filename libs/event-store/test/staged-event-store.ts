import { AppendQueue } from '../src/append-queue.js';
import { asError } from '../src/as-error.js';
import { type EncodedAppend, NO_REVISION } from '../src/encoded-append.js';
import type {
  Append,
  Position,
  ReadOptions,
  StoredEvent,
  Submission,
  StoreReader,
  SubscriptionOptions,
} from '../src/index.js';
import { EventStore, EventStoreUnavailable } from '../src/index.js';
import { InMemoryEventStore } from '../src/testing.js';
import type { Outcome, PendingAppend } from '../src/outstanding.js';
import { StreamAppendQueues } from '../src/stream-append-queues.js';

/** A step that a test puts in place of a commit, or around it. */
export type Stage = <Result>(commit: () => Promise<Result>) => Promise<Result>;

export const lostBeforeCommit: Stage = () => Promise.reject(new EventStoreUnavailable('lost before the commit'));

export const lostAfterCommit: Stage = async (commit) => {
  await commit();
  throw new EventStoreUnavailable('lost after the commit');
};

interface HeldStep {
  readonly reached: Promise<void>;
  readonly release: () => void;
  readonly fail: (error: Error) => void;
}

/** The log to which several processes write. It takes one commit at a time. */
class Log {
  readonly store = new InMemoryEventStore();
  private last: Promise<unknown> = Promise.resolve();

  commit<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}

/**
 * One process's store on a log in memory. A test counts, delays or fails its commits and reads. It queues appends as
 * the real adapters do: in groups, as on Postgres, or one at a time, as on EventStoreDB.
 */
export class StagedEventStore extends EventStore {
  readonly submissions: Submission[] = [];
  commits = 0;
  reads = 0;
  /** Stages for the next commits, one for each. */
  readonly stages: Stage[] = [];
  /** Called before the next reads, one each. */
  readonly beforeReads: (() => Promise<void>)[] = [];
  private readonly queue: Pick<StreamAppendQueues, 'submit' | 'close'>;

  constructor(
    private readonly commitsBy: 'group' | 'append' = 'group',
    private readonly log = new Log(),
  ) {
    super();
    this.queue =
      commitsBy === 'group'
        ? new AppendQueue((group) => this.staged(() => this.commitGroup(group)))
        : new StreamAppendQueues((append) => this.staged(() => log.store.append(decoded(append))));
  }

  /** Makes the store of another process on the same log. */
  beside(): StagedEventStore {
    return new StagedEventStore(this.commitsBy, this.log);
  }

  submit(append: Append, after: readonly Submission[] = []): Submission {
    const submission = this.queue.submit(append, after);
    this.submissions.push(submission);
    return submission;
  }

  /** Delays the next commit; `reached` resolves once it is tried. */
  holdCommit(): HeldStep {
    const { held, gate } = holding();
    this.stages.push(async (commit) => {
      await gate();
      return commit();
    });
    return held;
  }

  holdRead(): HeldStep {
    const { held, gate } = holding();
    this.beforeReads.push(gate);
    return held;
  }

  async *read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent> {
    this.reads += 1;
    await this.beforeReads.shift()?.();
    yield* this.log.store.read(stream, options);
  }

  head(): Promise<Position> {
    return this.log.store.head();
  }

  headAt(): Promise<Date | undefined> {
    return this.log.store.headAt();
  }

  subscribe(options: SubscriptionOptions): StoreReader {
    return this.log.store.subscribe(options);
  }

  async close(): Promise<void> {
    await this.queue.close();
    await this.log.store.close();
  }

  async all(stream: string): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    for await (const event of this.log.store.read(stream)) events.push(event);
    return events;
  }

  private staged<Result>(commit: () => Promise<Result>): Promise<Result> {
    this.commits += 1;
    const alone = (): Promise<Result> => this.log.commit(commit);
    const stage = this.stages.shift();
    return stage ? stage(alone) : alone();
  }

  private async commitGroup(group: readonly PendingAppend[]): Promise<readonly Outcome[]> {
    const submitted = new Map<Submission, Submission>();
    for (const { append, after, submission } of group) {
      const behind = after.flatMap((predecessor) => submitted.get(predecessor) ?? []);
      submitted.set(submission, this.log.store.submit(decoded(append), behind));
    }
    const outcomes = await Promise.allSettled([...submitted.values()].map(({ committed }) => committed));
    return outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : asError(outcome.reason)));
  }
}

function holding(): { readonly held: HeldStep; readonly gate: () => Promise<void> } {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const gate = (): Promise<void> => {
    reached.resolve();
    return released.promise;
  };
  const { resolve, reject } = released;
  return { held: { reached: reached.promise, release: () => resolve(), fail: (error) => reject(error) }, gate };
}

const decoded = ({ stream, expected, events }: EncodedAppend): Append => ({
  stream,
  expected: expected === NO_REVISION ? 'no-stream' : expected,
  events: events.map(({ id, type, data, metadata }) => ({
    id,
    type,
    data: JSON.parse(data) as unknown,
    metadata: metadata === null ? undefined : (JSON.parse(metadata) as StoredEvent['metadata']),
  })),
});
