import type { Ask } from './context.js';

/** Asks on standard error, so that standard output stays clean. Does not show secrets while they are typed. */
export const terminalAsk =
  (signal: AbortSignal): Ask =>
  async (question, { isSecret = false } = {}) => {
    const { createInterface } = await import('node:readline/promises');
    const { Writable } = await import('node:stream');
    const silent = new Writable({ write: (_, __, done) => done() });
    if (isSecret) process.stderr.write(question);
    const lines = createInterface({ input: process.stdin, output: isSecret ? silent : process.stderr, terminal: true });
    try {
      return (await lines.question(isSecret ? '' : question, { signal })).trim();
    } finally {
      lines.close();
      if (isSecret) process.stderr.write('\n');
    }
  };
