import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';

/** Sockets on a port. So many handshakes begin in one turn at most; each takes half a millisecond. */
const SOCKETS = 16;

/** Accepts connections as Node's servers of HTTP and HTTPS do themselves. */
const optionsOf = (server: Server) => ({ noDelay: true, allowHalfOpen: server instanceof HttpServer });

/**
 * Further sockets on a server's port, which accept connections for it. In each turn of the event loop Node accepts one connection on
 * each socket, and under load a turn takes milliseconds (ADR 24).
 */
export class Acceptors {
  private readonly sockets: Server[];

  constructor(private readonly server: Server) {
    const accept = (connection: unknown): boolean => server.emit('connection', connection);
    this.sockets = Array.from({ length: SOCKETS - 1 }, () => createServer(optionsOf(server), accept));
  }

  /** The server listens by then, on a port that is shared. */
  async listen(backlog: number): Promise<void> {
    const { address: host, port } = this.server.address() as AddressInfo;
    const listening = this.sockets.map((socket) =>
      once(socket.listen({ host, port, reusePort: true, backlog }), 'listening'),
    );
    await Promise.all(listening);
  }

  /** Accepts no more. Resolves once the connections that were accepted here have ended. */
  async close(): Promise<void> {
    const open = this.sockets.filter(({ listening }) => listening);
    await Promise.all(open.map((socket) => once(socket.close(), 'close')));
  }
}
