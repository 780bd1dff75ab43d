import { once } from 'node:events';
import { createServer } from 'node:net';
import { randomInt } from 'node:crypto';
import { hasCode } from './local-server-error.js';

/**
 * Below the ports that systems use for outgoing connections (from 32768 on Linux): a client that retries while a server
 * is down could be given the server's own port, and still hold it when the server comes back.
 */
const LOWEST_PORT = 20_000;
const HIGHEST_PORT = 32_000;

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

/** A port of 127.0.0.1 that is free now, and that only a server will take. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST_PORT, HIGHEST_PORT);
    if (await isFree(port)) return port;
  }
}
