import { readFileSync } from 'node:fs';
import { containerName, docker } from '../process/docker.js';
import { freePort } from '../process/free-port.js';
import { Kafka, logLevel } from '@halyard/messaging/kafkajs';
import { loginOf, userSettings } from './broker-user.js';
import { pomFile, settingsFile } from './kafka-programs.js';
import type { KafkaUser, LocalKafka, LocalKafkaOptions } from './local-kafka.js';
import { LocalKafkaError } from './local-kafka-error.js';

const CONTROLLER_PORT = 9093;
const DATA = '/var/lib/kafka/data';

/** About a minute, not counting the download of the image. */
const PATIENCE = { initialRetryTime: 100, maxRetryTime: 500, retries: 120 };

/** The version of the broker in the jars. */
const imageVersion = (): string =>
  /<artifactId>kafka_2\.13<\/artifactId>\s*<version>([^<]+)</.exec(readFileSync(pomFile, 'utf8'))?.[1] ?? '';

/** Our brokers' settings in the form of the official image: KAFKA_NODE_ID for node.id. */
function imageSettings(port: number, user: KafkaUser | undefined): string[] {
  const settings = [
    ...readFileSync(settingsFile, 'utf8')
      .split('\n')
      .filter((line) => /^[a-z]/.test(line)),
    `listeners=PLAINTEXT://:${port},CONTROLLER://:${CONTROLLER_PORT}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${port}`,
    `controller.quorum.voters=1@localhost:${CONTROLLER_PORT}`,
    `log.dirs=${DATA}`,
    ...(user ? userSettings(user) : []),
  ];
  return settings.flatMap((line) => {
    const [name = '', ...value] = line.split('=');
    return ['--env', `KAFKA_${name.replaceAll('.', '_').toUpperCase()}=${value.join('=')}`];
  });
}

async function untilReachable(brokers: string, user: KafkaUser | undefined): Promise<void> {
  const kafka = new Kafka({ brokers: [brokers], ...loginOf(user), logLevel: logLevel.NOTHING, retry: PATIENCE });
  const admin = kafka.admin();
  try {
    await admin.connect();
  } finally {
    await admin.disconnect();
  }
}

/**
 * Starts the broker as a container of the official image, which is pulled if missing. Container and volume are named
 * after the data folder. A container left behind by a killed start is replaced.
 * @throws LocalKafkaError with the message of Docker
 */
export async function startDockerBroker({ dataDir, port, user, logger }: LocalKafkaOptions): Promise<LocalKafka> {
  const name = containerName('kafka', dataDir);
  const at = port ?? (await freePort());
  const brokers = `127.0.0.1:${at}`;
  const stop = async (): Promise<void> => void (await docker(['rm', '--force', name]));
  logger.info({ container: name }, 'starting the Kafka broker in a container');
  try {
    await stop();
    await docker([
      ...['run', '--detach', '--name', name, '--restart', 'on-failure', '--publish', `${brokers}:${at}`],
      ...['--volume', `${name}:${DATA}`, ...imageSettings(at, user), `apache/kafka:${imageVersion()}`],
    ]);
    await untilReachable(brokers, user);
  } catch (cause) {
    await stop().catch(() => undefined);
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new LocalKafkaError(`The Kafka broker could not be run in a container: ${reason}`, { cause });
  }
  return { brokers, ports: [at], pid: undefined, stop: () => docker(['stop', name]).then(stop) };
}
