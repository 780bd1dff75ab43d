import { SharedSession } from '@halyard/persistence';
import type { Pool, QueryArrayConfig, QueryArrayResult } from 'pg';
import { DatabaseError } from 'pg';
import { AppendQueue } from '../append-queue.js';
import { CatchUpSubscription } from '../catch-up-subscription.js';
import type {
  Append,
  Position,
  ReadOptions,
  StoredEvent,
  Submission,
  StoreReader,
  SubscriptionOptions,
} from '../event-store.js';
import { ClaimLost, EventStore, EventStoreUnavailable, WrongExpectedRevision } from '../event-store.js';
import { Head } from '../head.js';
import { DEFAULT_NAMESPACE, Namespace } from '../namespace.js';
import { OpenSubscriptions } from '../open-subscriptions.js';
import type { Outcome, PendingAppend } from '../outstanding.js';
import { Losses, noOutcome } from '../outstanding.js';
import type { AppendEventsRow, ClaimFunction } from './append-group.js';
import { APPEND_EVENTS, appendParameters, appendUnderClaims, claimsOf } from './append-group.js';
import { EventReader } from './event-reader.js';
import { HeadListener } from './head-listener.js';
import { openPool } from './open-pool.js';
import { OwnCommits } from './own-commits.js';
import { retrying } from './trouble.js';

/** The most connections for reads and subscriptions. One more connection writes. */
const READ_CONNECTIONS_MAX = 4;
/** How long an unused session stays open. A session takes some 3 MB of the server's memory, and some 10 ms to open. */
const READ_CONNECTION_IDLE_MS = 10_000;

export interface PostgresEventStoreOptions {
  /** If claims are stored beside the streams, they are written in the commit of their appends. */
  readonly claims?: ClaimFunction;
  /** The session that listens. Default: one of its own. */
  readonly session?: SharedSession;
  /** Default: `DEFAULT_NAMESPACE`. */
  readonly namespace?: string;
}

/**
 * Streams in one Postgres table, in the first schema of the connection's role (migrations: `eventStoreMigrations`). One
 * connection writes a group of appends in each commit and round trip. Order, conflicts and repeats are decided in the
 * database, so any number of processes may write.
 */
export class PostgresEventStore extends EventStore {
  private readonly writer: Pool;
  private readonly reader: EventReader;
  private readonly namespace: Namespace;
  private readonly newest = new Head();
  private readonly own = new OwnCommits();
  private readonly listener: HeadListener;
  private readonly queue: AppendQueue;
  private readonly beside: ReturnType<typeof appendUnderClaims> | undefined;
  private readonly subscriptions = new OpenSubscriptions();
  private writing: Promise<unknown> | undefined;
  private closing: Promise<void> | undefined;

  constructor(connectionString: string, options: PostgresEventStoreOptions = {}) {
    super();
    const { claims, session } = options;
    this.namespace = new Namespace(options.namespace ?? DEFAULT_NAMESPACE);
    this.beside = claims && appendUnderClaims(claims);
    this.queue = new AppendQueue((group) => this.commit(group), { writesClaims: claims !== undefined });
    this.writer = openPool(connectionString, { max: 1, application_name: 'event-store-writer' });
    this.reader = new EventReader(
      openPool(connectionString, {
        max: READ_CONNECTIONS_MAX,
        idleTimeoutMillis: READ_CONNECTION_IDLE_MS,
        application_name: 'event-store-reader',
      }),
      this.namespace,
    );
    const listening = session ?? new SharedSession(connectionString, 'event-store-listener');
    this.listener = new HeadListener(listening, (head) => void this.hear(head));
  }

  submit(append: Append, after?: readonly Submission[]): Submission {
    return this.queue.submit(append, after);
  }

  read(stream: string, options?: ReadOptions): AsyncIterable<StoredEvent> {
    return this.reader.stream(stream, options);
  }

  head(): Promise<Position> {
    return this.reader.head();
  }

  headAt(): Promise<Date | undefined> {
    return this.reader.headAt();
  }

  subscribe(options: SubscriptionOptions): StoreReader {
    this.listener.start();
    const subscription = new CatchUpSubscription(
      {
        beyond: (position, signal) => this.newest.beyond(position, signal),
        window: async (from, to, prefixes, limit) =>
          this.own.window(from, to, prefixes, limit) ?? this.reader.window(from, to, prefixes, limit),
      },
      options,
    );
    return this.subscriptions.add(subscription);
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    await this.subscriptions.stop();
    await this.queue.close();
    await Promise.all([this.listener.close(), this.reader.close(), this.writer.end()]);
  }

  private async commit(group: readonly PendingAppend[]): Promise<readonly Outcome[]> {
    try {
      return await this.commitTogether(group);
    } catch (error) {
      if (group.length === 1 || error instanceof EventStoreUnavailable) throw error;
      return this.commitApart(group);
    }
  }

  /**
   * Commits each append of a group alone, so that one that Postgres refuses (say, for a NUL in its stream's name) fails
   * alone.
   */
  private async commitApart(group: readonly PendingAppend[]): Promise<readonly Outcome[]> {
    const losses = new Losses();
    const outcomes: Outcome[] = [];
    for (const pending of group) {
      const outcome = losses.reasonFor(pending) ?? (await this.commitAlone(pending));
      if (outcome instanceof Error) losses.add(pending, outcome);
      outcomes.push(outcome);
    }
    return outcomes;
  }

  private async commitAlone(pending: PendingAppend): Promise<Outcome> {
    try {
      const [outcome] = await this.commitTogether([pending]);
      return outcome ?? noOutcome();
    } catch (error) {
      if (error instanceof EventStoreUnavailable || error instanceof DatabaseError) return error;
      throw error;
    }
  }

  private async commitTogether(group: readonly PendingAppend[]): Promise<readonly Outcome[]> {
    const values = appendParameters(group, this.namespace);
    const { beside } = this;
    const claims = beside ? claimsOf(group) : [];
    const { rows } = await retrying(() =>
      beside && claims.length > 0
        ? this.send({ ...beside.statement, values: [...values, ...beside.values(claims)] })
        : this.send({ ...APPEND_EVENTS, values }),
    );
    const [row] = rows;
    if (!row) throw new EventStoreUnavailable('append_events answered nothing');
    const [, , lost] = row;
    for (const { claim, number } of claims) claim.settle(!lost.includes(number));
    return this.judged(group, row);
  }

  private send(query: QueryArrayConfig<unknown[]>): Promise<QueryArrayResult<AppendEventsRow>> {
    const sent = this.writer.query<AppendEventsRow>(query);
    this.writing = sent;
    return sent;
  }

  /**
   * Learns that the log is committed up to a position. The events of our own commit come with its answer, and need not
   * be read.
   */
  private async hear(head: Position): Promise<void> {
    await this.writing?.catch(() => undefined);
    this.newest.raise(head);
  }

  /**
   * Reads the outcomes of a group. New appends are stored one after the other from `base`. A repeated append stays
   * where it was.
   */
  private judged(group: readonly PendingAppend[], [base, positions, , recordedAt]: AppendEventsRow): Outcome[] {
    let end = BigInt(base);
    this.own.beginCommit(recordedAt);
    const judge = ({ append, claim }: PendingAppend, index: number): Outcome => {
      const next = end + BigInt(append.events.length);
      const told = positions ? positions[index] : next;
      if (claim?.stands === false) return new ClaimLost(append.stream, claim);
      if (told === null || told === undefined) return new WrongExpectedRevision(append.stream);
      const position = BigInt(told);
      if (position === next) {
        if (!this.subscriptions.none) this.own.add(append, end);
        end = next;
      }
      return { revision: append.expected + append.events.length, position };
    };
    const outcomes = positions ? new Losses().judge(group, judge) : group.map(judge);
    this.newest.raise(end);
    return outcomes;
  }
}
