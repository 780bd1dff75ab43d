import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Sockets on a port. At most this many handshakes begin in one turn; each takes half a millisecond. */
const SOCKETS = 16;

/** The options that Node's own HTTP and HTTPS servers use. */
const optionsOf = (server: Server) => ({ noDelay: true, allowHalfOpen: server instanceof HttpServer });

/**
 * More sockets on a server's port. Node accepts one connection per socket in each turn of the event loop, and under
 * load a turn takes milliseconds (ADR 24).
 */
export class Acceptors {
  private readonly sockets: Server[];

  constructor(private readonly server: Server) {
    const accept = (connection: unknown): boolean => server.emit('connection', connection);
    this.sockets = Array.from({ length: SOCKETS - 1 }, () => createServer(optionsOf(server), accept));
  }

  /** Call this when the server listens on a shared port. */
  async listen(backlog: number): Promise<void> {
    const { address: host, port } = this.server.address() as AddressInfo;
    const listening = this.sockets.map((socket) =>
      once(socket.listen({ host, port, reusePort: true, backlog }), 'listening'),
    );
    await Promise.all(listening);
  }

  /** Accepts no more connections. Resolves once those that were accepted here have ended. */
  async close(): Promise<void> {
    const open = this.sockets.filter(({ listening }) => listening);
    await Promise.all(open.map((socket) => once(socket.close(), 'close')));
  }
}
