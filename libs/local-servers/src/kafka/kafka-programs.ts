import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Logger } from '@halyard/observability';
import { hasCode } from '../process/local-server-error.js';
import { LocalKafkaUnavailable } from './local-kafka-error.js';

const JAVA_VERSION_MIN = 17;
const REASON_LENGTH_MAX = 500;

const root = join(import.meta.dirname, '..', '..', '..', '..');

/** Names the version of the broker and its jars. */
export const pomFile = join(root, 'tools', 'kafka', 'pom.xml');

const defaultCacheDir = join(root, 'node_modules', '.cache', 'halyard-kafka');

export const settingsFile = join(root, 'tools', 'kafka', 'server.properties');

const run = promisify(execFile);

const textOf = (error: unknown, stream: 'stdout' | 'stderr'): string =>
  typeof error === 'object' && error !== null && stream in error ? String(Reflect.get(error, stream)).trim() : '';

export interface KafkaPrograms {
  readonly java: string;
  readonly classPath: string;
}

async function locateJava(): Promise<string> {
  const home = process.env['JAVA_HOME'];
  const java = home ? join(home, 'bin', 'java') : 'java';
  let output: string;
  try {
    output = (await run(java, ['-version'], { env: process.env })).stderr;
  } catch (cause) {
    throw new LocalKafkaUnavailable(`Java was not found (${java})`, { cause });
  }
  // Up to Java 8 the version began with `1.`
  const version = Number(/version "(\d+)/.exec(output)?.[1] ?? 0);
  if (version >= JAVA_VERSION_MIN) return java;
  throw new LocalKafkaUnavailable(`the Java that was found (${java}) is older than ${JAVA_VERSION_MIN}`);
}

const isComplete = (classPath: string): boolean => classPath.split(delimiter).every((jar) => existsSync(jar));

async function resolveByMaven(to: string, logger: Logger): Promise<void> {
  logger.info("resolving the Kafka broker's jars by Maven");
  mkdirSync(dirname(to), { recursive: true });
  const aside = `${to}.${process.pid}`;
  try {
    const goal = ['dependency:build-classpath', `-Dmdep.outputFile=${aside}`];
    await run('mvn', ['-q', '-B', '-f', pomFile, ...goal], { env: process.env });
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) throw new LocalKafkaUnavailable('Maven (mvn) was not found', { cause });
    const reason = (textOf(cause, 'stdout') || textOf(cause, 'stderr')).slice(0, REASON_LENGTH_MAX);
    throw new LocalKafkaUnavailable(`Maven could not fetch the jars of ${pomFile}: ${reason}`, { cause });
  }
  renameSync(aside, to);
}

/** Cached from one start to the next, as long as the pom is unchanged and the jars exist. */
async function resolveClassPath(cacheDir: string, logger: Logger): Promise<string> {
  const hash = createHash('sha256').update(readFileSync(pomFile)).digest('hex').slice(0, 16);
  const cached = join(cacheDir, `${hash}.classpath`);
  const read = (): string => readFileSync(cached, 'utf8').trim();
  if (!existsSync(cached) || !isComplete(read())) await resolveByMaven(cached, logger);
  return read();
}

/** Finds Java, and the jars of the pom under tools/kafka. @throws LocalKafkaUnavailable naming what is missing */
export async function locateKafka(logger: Logger, cacheDir = defaultCacheDir): Promise<KafkaPrograms> {
  const java = await locateJava();
  return { java, classPath: await resolveClassPath(cacheDir, logger) };
}

/** Java parameters and environment to run one of Kafka's classes. Only errors and warnings are logged. */
export function kafkaCommand({ java, classPath }: KafkaPrograms, parameters: readonly string[]) {
  return {
    command: [
      java,
      '-Xmx256m',
      '-XX:+UseSerialGC',
      // The broker works mostly in the kernel: the time that the second compiler costs at start never pays off.
      '-XX:TieredStopAtLevel=1',
      // Counters for JDK tools, which nobody runs here, would wake it twenty times a second.
      '-XX:-UsePerfData',
      '-XX:+ExitOnOutOfMemoryError',
      '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
      ...parameters,
    ],
    env: { PATH: process.env['PATH'] ?? '', CLASSPATH: classPath },
  };
}
