import { createLogger, type Logger } from '@halyard/observability';

/** A supervisor's logger that counts how often a server was gone without being stopped. */
export function countedLosses(): { readonly logger: Logger; readonly count: () => number } {
  let count = 0;
  const write = (line: string): void => void (count += Number(line.includes('is gone, starting it again')));
  return { logger: createLogger({ service: 'test', level: 'error', destination: { write } }), count: () => count };
}
