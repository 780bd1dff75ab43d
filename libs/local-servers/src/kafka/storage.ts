import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { accessSync, constants, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { directoryFault, makeWhole } from '../process/made-whole.js';
import { type KafkaPrograms, kafkaCommand, settingsFile } from './kafka-programs.js';
import { LocalKafkaError } from './local-kafka-error.js';

export interface KafkaStorage {
  /** Contains the storage, the port, and a file for each running broker. */
  readonly root: string;
  /** Kafka's own data, without symbolic links in its path. */
  readonly dir: string;
  /** Created with the storage; identifies this cluster. */
  readonly clusterId: string;
}

/** Settings of one run. */
export const placeSettings = (dir: string, port: number, controllerPort: number): readonly string[] => [
  `log.dirs=${dir}`,
  `listeners=PLAINTEXT://127.0.0.1:${port},CONTROLLER://127.0.0.1:${controllerPort}`,
  `advertised.listeners=PLAINTEXT://127.0.0.1:${port}`,
  `controller.quorum.voters=1@127.0.0.1:${controllerPort}`,
];

/** 128 bits as base64url. Kafka's tools would read a leading dash as an option. */
const newClusterId = (): string => randomBytes(16).toString('base64url').replace(/^-/, 'A');

async function format(fresh: string, programs: KafkaPrograms): Promise<void> {
  const data = join(fresh, 'data');
  const settings = join(fresh, 'format.properties');
  mkdirSync(data);
  // Formatting requires ports, but does not store them.
  const lines = [readFileSync(settingsFile, 'utf8'), ...placeSettings(data, 1, 2), ''];
  writeFileSync(settings, lines.join('\n'));
  const parameters = ['kafka.tools.StorageTool', 'format', '--cluster-id', newClusterId(), '--config', settings];
  const { command, env } = kafkaCommand(programs, parameters);
  const [java = '', ...rest] = command;
  try {
    await promisify(execFile)(java, rest, { env });
  } catch (cause) {
    const output = cause instanceof Error ? cause.message : String(cause);
    throw new LocalKafkaError(`Kafka could not make its files in ${data}: ${output}`, { cause });
  }
}

function clusterIdOf(dir: string): string {
  const clusterId = /^cluster\.id=(.+)$/m.exec(readFileSync(join(dir, 'meta.properties'), 'utf8'))?.[1]?.trim();
  if (clusterId !== undefined) return clusterId;
  throw new LocalKafkaError(`${dir} holds no Kafka data: move it away, or choose another data directory`);
}

/** Created at first start. @throws LocalKafkaError */
export async function prepareStorage(dataDir: string, programs: KafkaPrograms): Promise<KafkaStorage> {
  const root = resolve(dataDir);
  try {
    await makeWhole(root, 'storage', 0o700, (fresh) => format(fresh, programs));
    accessSync(root, constants.W_OK);
    const dir = realpathSync(join(root, 'storage', 'data'));
    return { root, dir, clusterId: clusterIdOf(dir) };
  } catch (error) {
    const fault = directoryFault(root, error);
    throw fault === undefined ? error : new LocalKafkaError(fault, { cause: error });
  }
}
