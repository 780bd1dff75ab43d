import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { listening } from '@halyard/service/listening';

/** Whether several sockets can listen on the same port. On Linux the kernel spreads the connections among them. */
export const canSharePorts = process.platform === 'linux';

/**
 * Checks that nobody listens on the port: shared sockets would silently join those of another process. @throws
 * PortTaken
 */
export async function requireFree(setting: string, port: number, host: string): Promise<void> {
  const server = createServer();
  await listening(setting, port, () => once(server.listen({ port, host }), 'listening'));
  await once(server.close(), 'close');
}

/** The port that a server listens on, even if the system has chosen it. */
export function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
  return address.port;
}
