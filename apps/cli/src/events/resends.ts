import { watch } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from '@halyard/persistence/make-folder';
import { CommandFailure } from '../failure.js';

const POLL_MS = 50;

/**
 * Has a `halyard listen` of this user and account forward events again: each is a file of its id, which whoever listens
 * takes away.
 *
 * @throws CommandFailure where nobody takes it in time
 */
export async function askForResend(folder: string, id: string, timeoutMs: number, signal: AbortSignal): Promise<void> {
  makeFolder(folder);
  const file = join(folder, id);
  await writeFile(file, '', { mode: 0o600 });
  const endsAt = performance.now() + timeoutMs;
  try {
    while ((await readdir(folder)).includes(id)) {
      if (performance.now() > endsAt)
        throw new CommandFailure('no halyard listen runs here that forwards: --forward-to URL says where to send it');
      await delay(POLL_MS, undefined, { signal });
    }
  } finally {
    await rm(file, { force: true });
  }
}

/** Calls for each id that is asked for, until the signal says so. One of those that listen gets it. */
export async function onResend(
  folder: string,
  signal: AbortSignal,
  resend: (id: string) => Promise<void>,
): Promise<void> {
  makeFolder(folder);
  const take = async (): Promise<void> => {
    for (const id of await readdir(folder)) {
      const isOurs = await rm(join(folder, id)).then(
        () => true,
        () => false,
      );
      if (isOurs) void resend(id);
    }
  };
  watch(folder, { signal, persistent: false }, () => void take().catch(() => undefined)).on('error', () => undefined);
  await take();
}
