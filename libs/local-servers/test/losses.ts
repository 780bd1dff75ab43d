import { createLogger, type Logger } from '@halyard/observability';

/** A logger for the supervisor of a server, and how often it logged that the server was gone without being stopped. */
export function countedLosses(): { readonly logger: Logger; readonly count: () => number } {
  let count = 0;
  const write = (line: string): void => void (count += Number(line.includes('is gone, starting it again')));
  return { logger: createLogger({ service: 'test', level: 'error', destination: { write } }), count: () => count };
}
