import { pause } from '@halyard/core';
import type { LocalServer, StandingServer } from './local-server.js';
import { hasCode } from './local-server-error.js';
import { STOP_TIMEOUT_MS } from './server-process.js';

const POLL_MS = 20;
const FORCE_TIMEOUT_MS = 5_000;

type LeftBehind = Pick<LocalServer, 'name' | 'dir' | 'signals' | 'find' | 'error'>;

async function isGone(server: LeftBehind, pid: number, withinMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs <= withinMs; waitedMs += POLL_MS) {
    if (server.find()?.pid !== pid) return true;
    await pause(POLL_MS);
  }
  return false;
}

/** In good order or, if that takes too long, at once (it recovers at its next start). @throws LocalServerError */
export async function endLeftBehind(server: LeftBehind, { pid }: StandingServer): Promise<void> {
  try {
    process.kill(pid, server.signals.stop);
    if (await isGone(server, pid, STOP_TIMEOUT_MS)) return;
    process.kill(pid, server.signals.force);
    if (await isGone(server, pid, FORCE_TIMEOUT_MS)) return;
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return;
    if (!hasCode(error, 'EPERM')) throw error;
  }
  throw server.error(`${server.name} runs on ${server.dir} (pid ${pid}) and can't be stopped: stop it by hand`);
}
