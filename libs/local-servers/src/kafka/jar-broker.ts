import { join } from 'node:path';
import { freePort } from '../process/free-port.js';
import { type Keeper, type LocalServer, type StandingServer } from '../process/local-server.js';
import { type ServerProcess } from '../process/server-process.js';
import { Supervisor } from '../process/supervisor.js';
import { brokerSignals, findBroker, launchBroker } from './broker.js';
import { type KafkaPrograms, locateKafka } from './kafka-programs.js';
import type { LocalKafka, LocalKafkaOptions } from './local-kafka.js';
import { LocalKafkaError } from './local-kafka-error.js';
import { reachBroker } from './reach-broker.js';
import { type KafkaStorage, prepareStorage } from './storage.js';

class KafkaServer implements LocalServer {
  readonly name = 'the local Kafka broker';
  readonly signals = brokerSignals;

  constructor(
    private readonly storage: KafkaStorage,
    private readonly programs: KafkaPrograms,
    private readonly controllerPort: number,
    private readonly options: LocalKafkaOptions,
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

  launch(port: number): Promise<ServerProcess> {
    return Promise.resolve(launchBroker(this.storage, this.programs, port, this.controllerPort, this.options));
  }

  reach({ port, pid }: StandingServer): Promise<Keeper> {
    return reachBroker(port, pid, this.storage.clusterId, this.options.user);
  }

  wasRefusedPort(output: string, port: number): boolean {
    return output.includes(`failed to bind to 127.0.0.1:${port}:`);
  }

  error(message: string, options?: ErrorOptions): LocalKafkaError {
    return new LocalKafkaError(message, options);
  }
}

/**
 * Starts a broker with the jars that Maven fetches: broker and controller (KRaft) in one Java process. It ends with
 * this process, however this one ends. If it dies, it is started again on the same port. If a broker already runs on
 * the directory, it is used if the process that started it lives, and replaced if it was left behind.
 *
 * @throws LocalKafkaUnavailable if Java 17, Maven or the jars are missing
 * @throws LocalKafkaError for any other obstacle: directory, port
 */
export async function startJarBroker(options: LocalKafkaOptions): Promise<LocalKafka> {
  const programs = await locateKafka(options.logger);
  const storage = await prepareStorage(options.dataDir, programs);
  const controllerPort = findBroker(storage)?.controllerPort ?? (await freePort());
  const supervisor = new Supervisor(new KafkaServer(storage, programs, controllerPort, options), options);
  await supervisor.start();
  return {
    get brokers() {
      return `127.0.0.1:${supervisor.port}`;
    },
    get ports() {
      return [supervisor.port, findBroker(storage)?.controllerPort ?? controllerPort];
    },
    get pid() {
      return findBroker(storage)?.pid;
    },
    stop: () => supervisor.stop(),
  };
}
