import { join } from 'node:path';
import type { Logger } from '@halyard/observability';
import {
  freePort,
  type Keeper,
  type LocalServer,
  type ServerProcess,
  type StandingServer,
  Supervisor,
} from '@halyard/persistence';
import { brokerSignals, findBroker, launchBroker } from './broker.js';
import { type KafkaPrograms, locateKafka } from './kafka-programs.js';
import { LocalKafkaError, LocalKafkaUnavailable } from './local-kafka-error.js';
import { reachBroker } from './reach-broker.js';
import { type KafkaStorage, prepareStorage } from './storage.js';

export { LocalKafkaError, LocalKafkaUnavailable };

export interface LocalKafkaOptions {
  /** Made at first start. Holds the topics and the port. */
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
  /** Of the broker that runs now; undefined while none does. */
  readonly pid: number | undefined;
  /** Ends the broker, unless another process that still lives had started it. */
  stop(): Promise<void>;
}

class KafkaServer implements LocalServer {
  readonly name = 'the local Kafka broker';
  readonly signals = brokerSignals;

  constructor(
    private readonly storage: KafkaStorage,
    private readonly programs: KafkaPrograms,
    private readonly logger: Logger,
  ) {}

  get dir(): string {
    return this.storage.dir;
  }

  get portFile(): string {
    return join(this.storage.root, 'port');
  }

  find(): StandingServer | undefined {
    return findBroker(this.storage);
  }

  async launch(port: number): Promise<ServerProcess> {
    return launchBroker(this.storage, this.programs, port, await freePort(), this.logger);
  }

  reach({ port, pid }: StandingServer): Promise<Keeper> {
    return reachBroker(port, pid, this.storage.clusterId);
  }

  wasRefusedPort(output: string, port: number): boolean {
    return output.includes(`failed to bind to 127.0.0.1:${port}:`);
  }

  error(message: string, options?: ErrorOptions): LocalKafkaError {
    return new LocalKafkaError(message, options);
  }
}

/**
 * Runs a Kafka broker of its own on `dataDir`, with the jars that Maven fetches: broker and controller (KRaft) in one
 * Java process. It listens on 127.0.0.1 only, and ends with this process however that ends. What it acknowledged is on
 * disk. A broker that dies is started again on the same port. One that already runs on the directory is used if the
 * process that started it lives, and replaced if it was left behind.
 *
 * @throws LocalKafkaUnavailable where Java 17 or Maven is missing
 * @throws LocalKafkaError that says what else is in the way: directory, port
 */
export async function startLocalKafka(options: LocalKafkaOptions): Promise<LocalKafka> {
  const programs = await locateKafka(options.logger);
  const storage = await prepareStorage(options.dataDir, programs);
  const supervisor = new Supervisor(new KafkaServer(storage, programs, options.logger), options);
  await supervisor.start();
  return {
    get brokers() {
      return `127.0.0.1:${supervisor.port}`;
    },
    get pid() {
      return findBroker(storage)?.pid;
    },
    stop: () => supervisor.stop(),
  };
}
