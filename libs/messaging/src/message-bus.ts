import type { Worker } from '@halyard/background';
import type { ServiceName, Topic } from '@halyard/contracts';

export type Strangeness = 'unsigned' | 'unknown-key' | 'bad-signature' | 'no-place';

export interface Message {
  /** A JSON value. */
  readonly content: unknown;
  /**
   * Absent if it is proven to come from its topic's source: by signature, or by the only role that writes its history.
   */
  readonly foreign?: Strangeness | undefined;
}

/** The events of a key from a sequence on. */
export interface KeyTail {
  readonly key: string;
  readonly from: number;
}

export interface ConsumeOptions {
  /** Consumers of one group share the work; each group gets every message. `<service>.<consumer>` */
  readonly group: string;
  readonly topics: readonly Topic[];
  /**
   * Called with one batch at a time. Delivery is at least once. Messages of a key come in order, except that a late
   * relay or a rebalance may bring an old one again. A batch counts as handled once this resolves; a rejection brings
   * it again.
   */
  readonly onBatch: (messages: readonly Message[], topic: Topic) => Promise<void>;
}

export interface FollowOptions {
  /** A name for logs and brokers; processes may share it. */
  readonly name: string;
  readonly topics: readonly Topic[];
  /** See `ConsumeOptions`. */
  readonly onBatch: ConsumeOptions['onBatch'];
}

export interface BusReader extends Worker {
  /** Resolves once everything that the topics held at the start was handled; never if it is stopped before. */
  readonly caughtUp: Promise<void>;
}

/** Carries events from service to service. Adapters: history tables tailed in Postgres, and Kafka. */
export abstract class MessageBus {
  /** Publishes the service's history, and then each addition to it. */
  abstract publish(service: ServiceName): Promise<Worker>;
  abstract consume(options: ConsumeOptions): Promise<Worker>;
  /**
   * Brings the topics' whole content from the start, and then each addition, to this process alone: for facts that
   * every replica needs. No progress is stored, so the listener has to recognize repeated and late messages. Foreign
   * messages are dropped.
   */
  abstract follow(options: FollowOptions): Promise<BusReader>;
  /** Brings a topic's whole history to a group again, from the first event: for a read model that is rebuilt. */
  abstract rewind(group: string, topic: Topic): Promise<void>;
  /** The source brings some events to a group again, soon. Events that it does not have are silently missing. */
  abstract askFor(group: string, topic: Topic, wanted: readonly KeyTail[]): Promise<void>;
  /** How many messages of a topic a group has not handled yet. Counting may stop at 10,000. */
  abstract lag(group: string, topic: Topic): Promise<number>;
  /** How long the oldest unpublished event of a service's history has waited; 0 if none waits. */
  abstract outboxAgeSeconds(service: ServiceName): Promise<number>;
  abstract close(): Promise<void>;
}
