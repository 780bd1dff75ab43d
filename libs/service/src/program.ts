import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** A second signal after this time ends the process at once. */
const IMPATIENT_MS = 1_000;
const PARENT_CHECK_MS = 250;
const SETTLED_MS = 1_000;

/** Errors whose message is one for the user; of others the stack is shown, since the fault is ours. */
const forUser = new Set([
  'StartFailure',
  'ConfigError',
  'KeysError',
  'SchemaError',
  'PortTaken',
  'EmbeddedPostgresError',
  'LocalKafkaError',
]);

/** The user has something to mend: to start it again as it is would not help. */
export const REFUSED = 1;
/** It may come up when it is started again, once what it needs is back (`EX_TEMPFAIL` of sysexits.h). */
const UNAVAILABLE = 75;

const isForUser = (error: unknown): boolean => error instanceof Error && forUser.has(error.name);

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return isForUser(error) ? error.message : (error.stack ?? error.message);
}

function fail(error: unknown): never {
  console.error(`halyard: ${explain(error)}`);
  process.exit(isForUser(error) ? REFUSED : UNAVAILABLE);
}

export interface Program {
  /** Finishes what is in flight. */
  stop(): Promise<void>;
}

/** What loading and starting leave behind, a quarter of the memory, V8 would keep for as long as there is little to do. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

/** A process whose parent has died is handed to another one. */
function onceOrphaned(tell: () => void): void {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    tell();
  }, PARENT_CHECK_MS).unref();
}

/**
 * npm hands on what it is told by SIGINT and SIGTERM, and nothing when it is killed. Processes that were forked inherit
 * its environment, and hear of their parent's end themselves.
 */
const isRunByNpm = (): boolean => process.env['npm_lifecycle_event'] !== undefined && process.send === undefined;

/**
 * Runs a program until SIGINT or SIGTERM, or until the npm that runs it is gone. It exits with 0 after a clean stop, and
 * with `REFUSED` or `UNAVAILABLE` when it can't start or stop, and says why for whoever started it. A process that was
 * forked ends at once when its parent is gone.
 */
export async function runProgram(start: () => Promise<Program>): Promise<void> {
  let stoppingSince: number | undefined;
  const starting = start();
  const stop = (): void => {
    if (stoppingSince !== undefined) return;
    stoppingSince = performance.now();
    starting.then((program) => program.stop()).then(() => process.exit(0), fail);
  };
  const onSignal = (): void => {
    // npm hands on a Ctrl-C that the terminal has sent to us too: only a later one means business.
    if (stoppingSince !== undefined && performance.now() - stoppingSince > IMPATIENT_MS) process.exit(130);
    stop();
  };
  process.on('SIGINT', onSignal);
  process.on('SIGTERM', onSignal);
  process.on('disconnect', () => process.exit(1));
  if (isRunByNpm()) onceOrphaned(stop);
  await starting.catch(fail);
  setTimeout(collectGarbage, SETTLED_MS).unref();
}
