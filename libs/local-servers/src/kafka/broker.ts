import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type StandingServer } from '../process/local-server.js';
import { isOrphan, ownerParameter, processOf } from '../process/running-process.js';
import { ServerProcess, type ServerSignals } from '../process/server-process.js';
import { settingsFor } from './broker-user.js';
import { type KafkaPrograms, kafkaCommand } from './kafka-programs.js';
import type { LocalKafkaOptions } from './local-kafka.js';
import { type KafkaStorage, placeSettings } from './storage.js';

/** An orphaned broker is killed: everything that it acknowledged is on disk, and a shutdown could hang. */
export const brokerSignals: ServerSignals = { stop: 'SIGTERM', force: 'SIGKILL', orphaned: 'SIGKILL' };

const PID_FILE = /^broker-(\d+)$/;

const pidFiles = (root: string): { readonly name: string; readonly pid: number }[] =>
  readdirSync(root).flatMap((name) => {
    const pid = PID_FILE.exec(name)?.[1];
    return pid === undefined ? [] : [{ name, pid: Number(pid) }];
  });

export interface StandingBroker extends StandingServer {
  readonly controllerPort: number;
}

/** A pid alone proves nothing, since another process may have got it: the command must match. */
function standingServer(pid: number, dir: string): StandingBroker | undefined {
  const running = processOf(pid);
  if (!running?.command.includes(` log.dirs=${dir} `)) return undefined;
  const ports = / listeners=PLAINTEXT:\/\/127\.0\.0\.1:(\d+),CONTROLLER:\/\/127\.0\.0\.1:(\d+) /.exec(running.command);
  return { pid, port: Number(ports?.[1]), controllerPort: Number(ports?.[2]), ready: true, orphan: isOrphan(running) };
}

export function findBroker({ root, dir }: KafkaStorage): StandingBroker | undefined {
  for (const { pid } of pidFiles(root)) {
    const standing = standingServer(pid, dir);
    if (standing) return standing;
  }
  return undefined;
}

function removeStalePidFiles({ root, dir }: KafkaStorage): void {
  for (const { name, pid } of pidFiles(root)) {
    if (!standingServer(pid, dir)) rmSync(join(root, name), { force: true });
  }
}

function heard(line: string, logger: LocalKafkaOptions['logger']): void {
  if (/ ERROR /.test(line)) logger.warn({ kafka: line }, 'the local Kafka broker complains');
  else logger.debug({ kafka: line }, 'the local Kafka broker says');
}

/** Starts broker and controller in one process. */
export function launchBroker(
  storage: KafkaStorage,
  programs: KafkaPrograms,
  port: number,
  controllerPort: number,
  { user, logger }: Pick<LocalKafkaOptions, 'user' | 'logger'>,
): ServerProcess {
  removeStalePidFiles(storage);
  const overrides = placeSettings(storage.dir, port, controllerPort).flatMap((setting) => ['--override', setting]);
  const { command, env } = kafkaCommand(programs, [
    `-D${ownerParameter(process.pid)}`,
    'kafka.Kafka',
    settingsFor(user, storage.root),
    ...overrides,
  ]);
  const broker = new ServerProcess({ command, env, signals: brokerSignals, heard: (line) => heard(line, logger) });
  if (broker.pid !== undefined) writeFileSync(join(storage.root, `broker-${broker.pid}`), '');
  return broker;
}
