import type {
  Append,
  Position,
  ReadOptions,
  StoredEvent,
  Submission,
  StoreReader,
  SubscriptionOptions,
} from '../event-store.js';
import { EventStore } from '../event-store.js';
import { DEFAULT_NAMESPACE, Namespace } from '../namespace.js';
import { OpenSubscriptions } from '../open-subscriptions.js';
import { StreamAppendQueues } from '../stream-append-queues.js';
import { Appender } from './appender.js';
import { Connection } from './connection.js';
import { LiveSubscription } from './live-subscription.js';
import { Reader } from './reader.js';

export interface EventStoreDbEventStoreOptions {
  /** Gets a warning when a subscription has lost the store. The subscription restarts by itself. */
  readonly log?: { warn(fields: object, message: string): void };
  /** Default: `DEFAULT_NAMESPACE`. */
  readonly namespace?: string;
}

/**
 * Streams in EventStoreDB 22.6 or later. A position is the commit position in `$all`; system streams (`$…`) are left
 * out.
 */
export class EventStoreDbEventStore extends EventStore {
  private readonly connection: Connection;
  private readonly namespace: Namespace;
  private readonly reader: Reader;
  private readonly queues: StreamAppendQueues;
  private readonly subscriptions = new OpenSubscriptions();
  private closing: Promise<void> | undefined;

  /**
   * @param connectionString as the client documents it, such as `esdb://user:password@host:2113?tls=true`. The store
   * connects when it is first used
   */
  constructor(
    connectionString: string,
    private readonly options: EventStoreDbEventStoreOptions = {},
  ) {
    super();
    this.connection = new Connection(connectionString);
    this.namespace = new Namespace(options.namespace ?? DEFAULT_NAMESPACE);
    this.reader = new Reader(this.connection, this.namespace);
    this.queues = new StreamAppendQueues(new Appender(this.connection, this.reader, this.namespace).commit);
  }

  submit(append: Append, after: readonly Submission[] = []): Submission {
    return this.queues.submit(append, after);
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
    const subscription = new LiveSubscription(this.connection, this.namespace, options, (err) =>
      this.options.log?.warn({ err }, 'a subscription lost the event store and begins again'),
    );
    return this.subscriptions.add(subscription);
  }

  close(): Promise<void> {
    this.closing ??= this.shutDown();
    return this.closing;
  }

  private async shutDown(): Promise<void> {
    await this.subscriptions.stop();
    await this.queues.close();
    await this.connection.close();
  }
}
