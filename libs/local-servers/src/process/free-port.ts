import { once } from 'node:events';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { hasCode } from './local-server-error.js';

/**
 * Below the ports that systems use for outgoing connections (from 32768 on Linux). Otherwise a client that retries
 * while a server is down could get the server's own port, and still hold it when the server comes back.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;

/** Here the processes of one user tell each other which ports they gave away: a file for each. */
const CLAIMS = join(tmpdir(), `halyard-ports-${String(process.getuid?.() ?? 0)}`);

/** After this time, the process that got the port listens on it, or never will. */
const CLAIM_MS = 600_000;

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE', 'EACCES')) return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

async function ageOf(claim: string): Promise<number> {
  try {
    return Date.now() - (await stat(claim)).mtimeMs;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return 0;
    throw error;
  }
}

/** Whether the port is this caller's now. A claim that is too old is removed, for the next one who wants the port. */
async function isClaimed(port: number): Promise<boolean> {
  const claim = join(CLAIMS, String(port));
  try {
    await (await open(claim, 'wx')).close();
    return true;
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
    if ((await ageOf(claim)) > CLAIM_MS) await rm(claim, { force: true });
    return false;
  }
}

/** A free port of 127.0.0.1 that only a server will take, and that nobody else is given for ten minutes. */
export async function freePort(): Promise<number> {
  await mkdir(CLAIMS, { recursive: true, mode: 0o700 });
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if ((await isClaimed(port)) && (await isFree(port))) return port;
  }
}
