import { isUnavailable } from '@halyard/core';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** How long after the first signal a second one still counts as the same. A later one ends the process at once. */
const IMPATIENT_MS = 1_000;
const PARENT_CHECK_MS = 250;
const SETTLED_MS = 1_000;

/** Errors whose message is for the user, because the user has to change something. */
const forUser = new Set([
  'StartFailure',
  'ConfigError',
  'KeysError',
  'SchemaError',
  'ListUnreadable',
  'PortTaken',
  'EmbeddedPostgresError',
  'LocalKafkaError',
]);

/** Exit code if the user has to change something. Starting again would not help. */
export const REFUSED = 1;
/**
 * Exit code if a later start may succeed, once everything that the program needs is there (`EX_TEMPFAIL` of
 * sysexits.h).
 */
const UNAVAILABLE = 75;

const isForUser = (error: unknown): boolean => error instanceof Error && forUser.has(error.name);

/**
 * Describes the error that ends a program. If its cause is outside, the message is enough; otherwise it is our bug, and
 * has a stack.
 */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (isForUser(error) || isUnavailable(error)) return error.message || error.name;
  return error.stack ?? error.message;
}

/** Ends the process at once, with a message that says why. Whatever was under way goes on at the next start. */
export function endProgram(error: unknown): never {
  console.error(`halyard: ${explain(error)}`);
  process.exit(isForUser(error) ? REFUSED : UNAVAILABLE);
}

export interface Program {
  /** Finishes the requests in flight, and then stops. */
  stop(): Promise<void>;
}

/**
 * Collects the garbage of the start, which is a quarter of the memory. V8 would keep it as long as it has little to do.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** Calls `tell` once the parent has died. The process then has another parent. */
function onceOrphaned(tell: () => void): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    tell();
  }, PARENT_CHECK_MS).unref();
}

/**
 * Whether npm has started this process. npm passes on SIGINT and SIGTERM, but when it is killed, nobody tells us.
 * Forked processes have the same environment, but they notice the end of their parent themselves.
 */
const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined && process.send === undefined;

/**
 * Runs a program until SIGINT or SIGTERM, or until the npm that started it has ended. The process exits with 0 after a
 * clean stop. If the program can't start or stop, it exits with `REFUSED` or `UNAVAILABLE`, and a message that says
 * why. A forked process ends at once when its parent ends.
 */
export async function runProgram(start: () => Promise<Program>): Promise<void> {
  let stoppingSince: number | undefined;
  const starting = start();
  const stop = (): void => {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    starting.then((program) => program.stop()).then(() => process.exit(0), endProgram);
  };
  const onSignal = (): void => {
    // After Ctrl-C, both the terminal and npm send the signal, so only a later one ends the process at once.
    if (stoppingSince !== undefined && performance.now() - stoppingSince > IMPATIENT_MS) process.exit(130);
    stop();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('disconnect', () => process.exit(1));
  if (isRunByNpm()) onceOrphaned(stop);
  await starting.catch(endProgram);
  setTimeout(collectGarbage, SETTLED_MS).unref();
}
