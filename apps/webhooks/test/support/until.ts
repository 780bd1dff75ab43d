import { setImmediate as turn } from 'node:timers/promises';

const PATIENCE_MS = 10_000;

/** Waits for a condition by asking again and again. @throws Error when it does not come true in ten seconds */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await turn();
  }
}
