import type { Worker } from '@halyard/background';
import type { ServiceName, Topic } from '@halyard/contracts';

export type Strangeness = 'unsigned' | 'unknown-key' | 'bad-signature' | 'no-place';

export interface Message {
  /** The message as a JSON value. */
  readonly content: unknown;
  /**
   * Why the message is foreign. Absent if it is proven to come from its topic's source, by a signature or because only
   * the source's role may write there.
   */
  readonly foreign?: Strangeness | undefined;
}

/** The events of a key, from a sequence on. */
export interface KeyTail {
  readonly key: string;
  readonly from: number;
}

export interface ConsumeOptions {
  /** `<service>.<consumer>`. Every group gets every message; the consumers of one group share the work. */
  readonly group: string;
  readonly topics: readonly Topic[];
  /**
   * Called with one batch at a time. Each message comes at least once. The messages of a key come in order, except that
   * a late relay or a rebalance may bring an old message again. A batch counts as handled once this resolves; if it
   * rejects, the batch comes again.
   */
  readonly onBatch: (messages: readonly Message[], topic: Topic) => Promise<void>;
}

export interface FollowOptions {
  /** A name for logs and brokers. Several processes may have the same. */
  readonly name: string;
  readonly topics: readonly Topic[];
  /** See `ConsumeOptions`. */
  readonly onBatch: ConsumeOptions['onBatch'];
}

export interface BusReader extends Worker {
  /**
   * Resolves once everything is handled that the topics held at the start. It never resolves if the reader is stopped
   * before.
   */
  readonly caughtUp: Promise<void>;
}

/**
 * Carries events from service to service. There are two adapters: one tails history tables in Postgres, the other uses
 * Kafka.
 */
export abstract class MessageBus {
  /** Publishes the service's history, and then each addition to it. */
  abstract publish(service: ServiceName): Promise<Worker>;
  abstract consume(options: ConsumeOptions): Promise<Worker>;
  /**
   * Brings the whole content of topics, and then each addition, to this process alone. It is for facts that every
   * replica needs. No progress is stored, so the listener has to recognize repeated and late messages. Foreign messages
   * are dropped.
   */
  abstract follow(options: FollowOptions): Promise<BusReader>;
  /** Brings a topic's whole history to a group again, from the first event, for a read model that is rebuilt. */
  abstract rewind(group: string, topic: Topic): Promise<void>;
  /**
   * Asks the source to bring some events to a group again soon. The source says nothing about events that it does not
   * have.
   */
  abstract askFor(group: string, topic: Topic, wanted: readonly KeyTail[]): Promise<void>;
  /**
   * Whether a source still has to bring events to a group that the topic has dropped. Ask this before `lag`, which can't
   * count them.
   */
  abstract isAwaiting(group: string, topic: Topic): Promise<boolean>;
  /** How many messages of a topic a group has not handled yet. It may stop counting at 10,000. */
  abstract lag(group: string, topic: Topic): Promise<number>;
  /** How long the oldest unpublished event of a service's history has waited; 0 if none waits. */
  abstract outboxAgeSeconds(service: ServiceName): Promise<number>;
  abstract close(): Promise<void>;
}
