import 'reflect-metadata';
import { banner } from './banner.js';
import { startSuite } from './suite.js';

/** A second signal after this time ends the process at once. */
const IMPATIENT_MS = 1_000;

/** One line for its reader; the stack only where the fault is ours. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isForUser = ['StartFailure', 'ConfigError', 'KeysError', 'PortTaken', 'EmbeddedPostgresError'].includes(
    error.name,
  );
  return isForUser ? error.message : (error.stack ?? error.message);
}

async function run(): Promise<void> {
  const suite = await startSuite(process.env);
  console.log(banner(suite));
  let stoppingSince: number | undefined;
  const stop = (): void => {
    if (stoppingSince !== undefined) {
      // npm hands on a Ctrl-C that the terminal has sent to us too: only a later one means business.
      if (performance.now() - stoppingSince > IMPATIENT_MS) process.exit(130);
      return;
    }
    stoppingSince = performance.now();
    suite.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(`halyard: ${explain(error)}`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

run().catch((error: unknown) => {
  console.error(`halyard: ${explain(error)}`);
  process.exit(1);
});
