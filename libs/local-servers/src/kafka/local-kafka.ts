import type { Logger } from '@halyard/observability';

export interface LocalKafkaOptions {
  /** Made at first start. Holds the topics and the port, or names the volume of a container. */
  readonly dataDir: string;
  /** On 127.0.0.1. By default the one of the last start, or any that is free. */
  readonly port?: number;
  readonly logger: Logger;
  /** Told each time that the broker is gone without having been stopped; it is started again by itself. */
  readonly onExit?: () => void;
}

export interface LocalKafka {
  /** `host:port`, for KAFKA_BROKERS. Stays the same when the broker is started again. */
  readonly brokers: string;
  /** Of the broker's process that runs now; undefined while none does, and in a container. */
  readonly pid: number | undefined;
  /** Ends the broker, unless another process that still lives had started it. */
  stop(): Promise<void>;
}
