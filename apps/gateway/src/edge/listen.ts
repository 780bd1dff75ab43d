import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { ConfigError } from '@halyard/config';
import { errorCodeOf } from './error-code.js';

/** A port that another process has, or that this user may not have. The message is one line that names the setting. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** Whether several sockets can listen on the same port: on Linux the kernel spreads the connections among them. */
export const canSharePorts = process.platform === 'linux';

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use',
  EACCES: 'may not be used by this user',
  EADDRNOTAVAIL: 'is not available on HOST',
};

/**
 * Begins to listen.
 *
 * @throws PortTaken; ConfigError where the platform shares no ports
 */
export async function listening(setting: string, port: number, listen: () => Promise<unknown>): Promise<void> {
  try {
    await listen();
  } catch (error) {
    const code = errorCodeOf(error) ?? '';
    if (code === 'ENOTSUP') throw new ConfigError(['SHARED_PORTS must be false: this platform shares no ports']);
    const reason = reasons[code];
    if (!reason) throw error;
    throw new PortTaken(`Port ${port} ${reason}: set ${setting} to another one.`, { cause: error });
  }
}

/**
 * Looks whether nobody has the port: sockets that may be shared would join those of another process without a word.
 *
 * @throws PortTaken
 */
export async function requireFree(setting: string, port: number, host: string): Promise<void> {
  const server = createServer();
  await listening(setting, port, () => once(server.listen({ port, host }), 'listening'));
  await once(server.close(), 'close');
}

/** The port that a server listens on, also where the system has chosen it. */
export function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return address.port;
}
