import type { Running } from '@halyard/background';
import type { ServiceName, Topic } from '@halyard/contracts';

/** Why a message is foreign. */
export type Strangeness = 'unsigned' | 'unknown-key' | 'bad-signature' | 'no-place';

/** A message of a topic. */
export interface Message {
  /** A JSON value. */
  readonly content: unknown;
  /**
   * Absent for a message proven to come from its topic's source: by a signature, or by the role that alone writes its
   * history.
   */
  readonly foreign?: Strangeness | undefined;
}

/** The events of a key from a sequence on. */
export interface Wanted {
  readonly key: string;
  readonly from: number;
}

export interface ConsumeOptions {
  /** Consumers of one group share the work; each group gets every message. `<service>.<consumer>` */
  readonly group: string;
  readonly topics: readonly Topic[];
  /**
   * Called with one batch at a time. Delivery is at least once; messages of a key come in order, except that a late
   * relay or a rebalance may bring an old one again. A batch counts as handled once this resolves; a rejection brings
   * it again.
   */
  readonly onBatch: (messages: readonly Message[], topic: Topic) => Promise<void>;
}

export interface FollowOptions {
  /** A name for logs and brokers; processes may share it. */
  readonly name: string;
  readonly topics: readonly Topic[];
  /** As in `ConsumeOptions`. */
  readonly onBatch: ConsumeOptions['onBatch'];
}

export interface Following extends Running {
  /** Resolves once everything that the topics held at the start was handled; never if it is stopped before. */
  readonly caughtUp: Promise<void>;
}

/** Carries events from service to service. Adapters: history tables tailed in Postgres, and Kafka. */
export abstract class MessageBus {
  /** Publishes what the service's history holds, and then what is added. */
  abstract publish(service: ServiceName): Promise<Running>;
  abstract consume(options: ConsumeOptions): Promise<Running>;
  /**
   * Brings everything that the topics hold, from the start, and then what is added, to this process alone: for what
   * every replica has to know. No progress is stored; the listener has to recognise repeated and late messages. Foreign
   * messages are dropped.
   */
  abstract follow(options: FollowOptions): Promise<Following>;
  /** Brings a topic's whole history to a group again, from the first event: for a read model that is rebuilt. */
  abstract rewind(group: string, topic: Topic): Promise<void>;
  /**
   * Asks a topic's source to bring some events to a group again, soon. Events that the source does not have are
   * silently missing.
   */
  abstract askFor(group: string, topic: Topic, wanted: readonly Wanted[]): Promise<void>;
  /** How many messages of a topic a group has not handled yet. Counting may stop at 10,000. */
  abstract lag(group: string, topic: Topic): Promise<number>;
  /** How long the oldest unpublished event of a service's history has waited; 0 when none waits. */
  abstract outboxAgeSeconds(service: ServiceName): Promise<number>;
  abstract close(): Promise<void>;
}
