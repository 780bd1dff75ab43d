import type { ServiceName, Topic } from '@halyard/contracts';

/** Why a message is not its source's. */
export type Strangeness = 'unsigned' | 'unknown-key' | 'bad-signature' | 'no-place';

/** A message as a topic brings it. */
export interface Message {
  /** A JSON value. */
  readonly content: unknown;
  /** Absent once its source has proven to have told it: by a signature, or by the role that alone writes its history. */
  readonly foreign?: Strangeness | undefined;
}

/** Events of a key, from a sequence on. */
export interface Wanted {
  readonly key: string;
  readonly from: number;
}

export interface ConsumeOptions {
  /** Consumers of one group share the work; each group hears everything. `<service>.<consumer>` */
  readonly group: string;
  readonly topics: readonly Topic[];
  /**
   * Called with one batch at a time. Delivery is at least once; messages of a key come in order unless a late relay or
   * a rebalance brings an old one again. Once it resolves the batch counts as handled; a rejection brings it again.
   */
  readonly onBatch: (messages: readonly Message[], topic: Topic) => Promise<void>;
}

export interface FollowOptions {
  /** Of what listens, for logs and brokers; processes may share it. */
  readonly name: string;
  readonly topics: readonly Topic[];
  /** As in `ConsumeOptions`. */
  readonly onBatch: ConsumeOptions['onBatch'];
}

export interface Running {
  /** Resolves once no batch is being handled and none will be. */
  stop(): Promise<void>;
}

export interface Following extends Running {
  /** Resolves once all that the topics held when it began has been handled; stays open if it is stopped before. */
  readonly caughtUp: Promise<void>;
}

/** How events cross from service to service. Adapters: the outbox tables tailed in Postgres, and Kafka. */
export abstract class MessageBus {
  /** Begins to publish what the service's history table holds and will hold. */
  abstract publish(service: ServiceName): Promise<Running>;
  abstract consume(options: ConsumeOptions): Promise<Running>;
  /**
   * Brings everything that the topics hold, from the start, and then what comes, to this process alone: for what each
   * replica must hear. No progress is stored; what comes twice, or late, is the listener's to recognise. What is foreign
   * is passed over.
   */
  abstract follow(options: FollowOptions): Promise<Following>;
  /** Brings a topic's whole history to a group again, from the first event: for a read model that is rebuilt. */
  abstract rewind(group: string, topic: Topic): Promise<void>;
  /** Has a topic's source bring some events to a group again, soon. Nobody is told what the source does not have. */
  abstract askFor(group: string, topic: Topic, wanted: readonly Wanted[]): Promise<void>;
  /** How many messages of a topic a group has not handled yet. Counting may stop at 10,000. */
  abstract lag(group: string, topic: Topic): Promise<number>;
  /** For how long the oldest event of a service's history has waited to be published; 0 when none waits. */
  abstract outboxAgeSeconds(service: ServiceName): Promise<number>;
  abstract close(): Promise<void>;
}
