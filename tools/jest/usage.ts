// Records the time that spec files and shared servers of a run use. Each of them writes a line into the file of the run,
// and tools/test.mjs sums the lines up.
import { appendFileSync, readFileSync } from 'node:fs';
import { secondsOfChildren, usedSeconds } from './processor-time.ts';

/** The use of a spec file, or of a server that the spec files of a run share. */
export interface Usage {
  /** The project of the file, or the name of the server. */
  readonly name: string;
  readonly server: boolean;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
}

/** Set by tools/test.mjs. */
const FILE = process.env['TEST_USAGE_FILE'];

const write = (usage: Usage): void => {
  if (FILE !== undefined) appendFileSync(FILE, `${JSON.stringify(usage)}\n`);
};

export const readUsages = (file: string): Usage[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Usage);

let usedBefore = 0;

/**
 * Called when a spec file has ended. Everything that the worker used since the file before belongs to this file,
 * including the processes that the file started and ended.
 */
export function writeUsageOfFile(project: string, startMs: number): void {
  const used = usedSeconds();
  write({
    name: project,
    server: false,
    wallSeconds: (Date.now() - startMs) / 1_000,
    cpuSeconds: used - usedBefore,
  });
  usedBefore = used;
}

const SERVERS: readonly (readonly [RegExp, string])[] = [
  [/\/postgres /, 'Postgres'],
  [/java|kafka/, 'Kafka'],
  [/chrom/, 'Chromium'],
  [/start-distributed/, 'distributed suite'],
  [/start\.mjs/, 'embedded suite'],
  [/eventstore-double/, 'event store'],
];

/** Called in Jest's main process, which starts the shared servers, before they are stopped. */
export function writeUsageOfServers(): void {
  const started = secondsOfChildren((command) => SERVERS.find(([pattern]) => pattern.test(command))?.[1]);
  for (const [name, cpuSeconds] of started) write({ name, server: true, wallSeconds: 0, cpuSeconds });
}
