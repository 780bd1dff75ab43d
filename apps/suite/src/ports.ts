import { once } from 'node:events';
import { createServer } from 'node:net';
import { StartFailure } from './start-failure.js';

/** Any port on loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

/** @throws StartFailure naming the setting, when another process has the port */
export async function requireFree(setting: string, port: number, host: string): Promise<void> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
  } catch (cause) {
    throw new StartFailure(`Port ${port} can't be listened on: set ${setting} to another one.`, { cause });
  }
  server.close();
  await once(server, 'close');
}
