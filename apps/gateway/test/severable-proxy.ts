import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** A way to a server that a test can cut. */
export class SeverableProxy {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor(private readonly target: URL) {
    this.server = createServer((inbound) => {
      const outbound = connect(Number(target.port), target.hostname);
      for (const socket of [inbound, outbound]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket));
      }
      inbound.pipe(outbound).pipe(inbound);
    });
  }

  static async to(url: string): Promise<SeverableProxy> {
    const proxy = new SeverableProxy(new URL(url));
    await once(proxy.server.listen(0, '127.0.0.1'), 'listening');
    return proxy;
  }

  /** The target's URL by this way. */
  get url(): string {
    const url = new URL(this.target);
    url.port = String((this.server.address() as AddressInfo).port);
    return url.href;
  }

  sever(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}
