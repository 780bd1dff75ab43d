import { once } from 'node:events';
import type { AddressInfo, Server, Socket } from 'node:net';
import { connect, createServer } from 'node:net';

/** Stands between a client and a server that a test can't break. It breaks connections, and can be away. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private server: Server | undefined;
  private boundPort = 0;

  constructor(private readonly target: { readonly host: string; readonly port: number }) {}

  get port(): number {
    return this.boundPort;
  }

  /** Takes connections on its former port, if it had one. */
  async start(): Promise<void> {
    this.server = createServer((client) => this.join(client, connect(this.target)));
    this.server.listen(this.boundPort, '127.0.0.1');
    await once(this.server, 'listening');
    this.boundPort = (this.server.address() as AddressInfo).port;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async goAway(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    this.cut();
    if (server) await new Promise((resolve) => server.close(resolve));
  }

  private join(client: Socket, upstream: Socket): void {
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      this.sockets.add(from);
      from.pipe(to);
      from.on('error', () => undefined);
      from.on('close', () => {
        this.sockets.delete(from);
        to.destroy();
      });
    }
  }
}
