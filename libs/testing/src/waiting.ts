import { setTimeout as delay } from 'node:timers/promises';

const PATIENCE_MS = 30_000;
/** A pause, because other processes that a test waits for need the processor too. */
const PAUSE_MS = 1;

type Answer = { readonly holds: boolean; readonly failure?: unknown };

async function askAgain(what: string, ask: () => Promise<Answer>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const { holds, failure } = await ask();
    if (holds) return;
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`, { cause: failure });
    await delay(PAUSE_MS);
  }
}

/**
 * Repeats the question until it holds. An error ends the wait: waiting must not hide a bug that shows only once.
 *
 * @throws Error after half a minute, saying what was waited for
 */
export const until = (what: string, holds: () => boolean | Promise<boolean>): Promise<void> =>
  askAgain(what, async () => ({ holds: await holds() }));

/**
 * Repeats an attempt until it does not fail: for what may rightly fail meanwhile, such as a server that restarts.
 *
 * @throws Error after half a minute, saying what was waited for, with the last failure as its cause
 */
export const eventually = (what: string, attempt: () => unknown): Promise<void> =>
  askAgain(what, async () => {
    try {
      await attempt();
      return { holds: true };
    } catch (failure) {
      return { holds: false, failure };
    }
  });

/** Something that a test opens and others wait for. */
export function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
