import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kafka, logLevel } from 'kafkajs';

const CONTROLLER_PORT = 9093;
const DATA = '/var/lib/kafka/data';

const read = (name) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Whether a Docker engine runs that this user may use. */
export const dockerRuns = () => spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;

/** The settings beside this file as the official image takes them: KAFKA_NODE_ID for node.id. */
function imageSettings(port) {
  const settings = [
    ...read('server.properties')
      .split('\n')
      .filter((line) => /^[a-z]/.test(line)),
    `listeners=PLAINTEXT://:${port},CONTROLLER://:${CONTROLLER_PORT}`,
    `advertised.listeners=PLAINTEXT://127.0.0.1:${port}`,
    `controller.quorum.voters=1@localhost:${CONTROLLER_PORT}`,
    `log.dirs=${DATA}`,
  ];
  return settings.flatMap((line) => {
    const [, name, value] = /^([^=]+)=(.*)$/.exec(line);
    return ['--env', `KAFKA_${name.replaceAll('.', '_').toUpperCase()}=${value}`];
  });
}

async function untilReachable(brokers, container) {
  const patience = { initialRetryTime: 100, maxRetryTime: 500, retries: 240 };
  const admin = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING, retry: patience }).admin();
  const ended = once(container, 'exit').then(([code]) => {
    throw new Error(`Docker could not run the Kafka broker: it ended with ${code}, the lines above say why`);
  });
  await Promise.race([admin.connect(), ended]);
  ended.catch(() => undefined);
  await admin.disconnect();
}

/**
 * The broker of the pom beside this file as a container of the official image, on `port` of 127.0.0.1. A container of
 * this name that an earlier run left behind is replaced; with `volume`, the data stays from one run to the next.
 */
export async function startDockerBroker({ name, port, volume }) {
  const version = /<artifactId>kafka_2\.13<\/artifactId>\s*<version>([^<]+)</.exec(read('pom.xml'))[1];
  const brokers = `127.0.0.1:${port}`;
  spawnSync('docker', ['rm', '--force', name], { stdio: 'ignore' });
  const place = [
    '--name',
    name,
    '--publish',
    `${brokers}:${port}`,
    ...(volume ? ['--volume', `${volume}:${DATA}`] : []),
  ];
  // Ctrl-C at the terminal reaches Docker's client too, which stops the container: also while it still starts.
  const container = spawn('docker', ['run', '--rm', ...place, ...imageSettings(port), `apache/kafka:${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(container, 'exit');
  const stop = async () => {
    if (container.exitCode === null) spawnSync('docker', ['stop', name], { stdio: 'ignore' });
    await gone;
  };
  try {
    await untilReachable(brokers, container);
  } catch (error) {
    await stop();
    throw error;
  }
  return { brokers, stop };
}
