import { once } from 'node:events';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

type Respond = (response: ServerResponse, received: ReceivedRequest) => void;

/** A subscriber's endpoint on loopback: keeps all requests, and answers as the test says. */
export class Receiver {
  readonly received: ReceivedRequest[] = [];
  /** The most requests that were open at one time. */
  concurrent = 0;
  private open = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async listen(respond: Respond = (response) => response.writeHead(200).end()): Promise<Receiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const receiver = new Receiver(server, `http://127.0.0.1:${port}`);
    server.on('request', (request, response) => {
      receiver.open += 1;
      receiver.concurrent = Math.max(receiver.concurrent, receiver.open);
      response.on('close', () => (receiver.open -= 1));
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        const received = { path: request.url ?? '', headers: request.headers, body };
        receiver.received.push(received);
        respond(response, received);
      });
    });
    return receiver;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  /** Ids of the received events, including duplicates. */
  get eventIds(): string[] {
    return this.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
