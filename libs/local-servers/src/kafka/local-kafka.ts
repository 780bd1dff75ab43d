import type { Logger } from '@halyard/observability';

export interface KafkaUser {
  readonly username: string;
  readonly password: string;
}

export interface LocalKafkaOptions {
  /** Created at first start. Contains the topics and the port, or names the volume of a container. */
  readonly dataDir: string;
  /** On 127.0.0.1. Default: the port of the last start, or any free one. */
  readonly port?: number;
  /** The only user, who has to log in with PLAIN. Default: everybody on this machine may use the broker. */
  readonly user?: KafkaUser;
  readonly logger: Logger;
}

export interface LocalKafka {
  /** `host:port`, for KAFKA_BROKERS. Stays the same when the broker is started again. */
  readonly brokers: string;
  /** All ports on which it listens. They stay the same, too. */
  readonly ports: readonly number[];
  /** Undefined while no broker runs, and for a container. */
  readonly pid: number | undefined;
  /** Ends the broker, unless another live process started it. */
  stop(): Promise<void>;
}
