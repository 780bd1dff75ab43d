/** A second signal after this time ends the process at once. */
const IMPATIENT_MS = 1_000;

/** Errors whose message is one for the user; of others the stack is shown, since the fault is ours. */
const forUser = new Set([
  'StartFailure',
  'ConfigError',
  'KeysError',
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

/**
 * Runs a program until SIGINT or SIGTERM. It exits with 0 after a clean stop, and with `REFUSED` or `UNAVAILABLE` when it
 * can't start or stop, and says why for whoever started it. A process that was forked ends at once when its parent is gone.
 */
export async function runProgram(start: () => Promise<Program>): Promise<void> {
  let stoppingSince: number | undefined;
  const starting = start();
  const stop = (): void => {
    if (stoppingSince !== undefined) {
      // npm hands on a Ctrl-C that the terminal has sent to us too: only a later one means business.
      if (performance.now() - stoppingSince > IMPATIENT_MS) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
    starting.then((program) => program.stop()).then(() => process.exit(0), fail);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.on('disconnect', () => process.exit(1));
  await starting.catch(fail);
}
