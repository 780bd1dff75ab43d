import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartFailure } from './start-failure.js';

/** A failure that names the setting to change. */
export const portRefused = (setting: string, port: number, cause: unknown): StartFailure =>
  new StartFailure(`Port ${port} can't be listened on: set ${setting} to another one.`, { cause });

/** @throws StartFailure naming the setting, when another process has the port */
export async function requireFree(setting: string, port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    throw portRefused(setting, port, cause);
  }
  server.close();
  await once(server, 'close');
}
