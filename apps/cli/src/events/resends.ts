import { watch } from 'node:fs';
import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeFolder } from '@halyard/persistence/make-folder';
import { CommandFailure } from '../exit-codes.js';

const POLL_MS = 50;

/**
 * Asks a `halyard listen` of this user and account to forward an event again: by a file named like its id, which the
 * listener removes. @throws CommandFailure if nobody removes it in time
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

/**
 * Calls `resend` for each requested id, until the signal aborts. If several listeners run, one of them gets each
 * request.
 */
export async function onResend(
  folder: string,
  signal: AbortSignal,
  resend: (id: string) => Promise<void>,
): Promise<void> {
  makeFolder(folder);
  const deliver = async (): Promise<void> => {
    for (const id of await readdir(folder)) {
      const isOurs = await rm(join(folder, id)).then(
        () => true,
        () => false,
      );
      if (isOurs) void resend(id);
    }
  };
  watch(folder, { signal, persistent: false }, () => void deliver().catch(() => undefined)).on(
    'error',
    () => undefined,
  );
  await deliver();
}
