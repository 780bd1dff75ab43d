import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Delivery {
  readonly id: string;
  readonly topic: string;
  readonly resourceId: string;
  /** Its number in the subscription. */
  readonly sequence: number;
  /** Whether the signature header is the HMAC of the very bytes that arrived. */
  readonly genuine: boolean;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** A webhook subscriber on loopback that keeps everything it receives. */
export class Subscriber {
  readonly deliveries: Delivery[] = [];
  /** Topics by event for each resource, in order of first arrival. */
  private until: Promise<void> = Promise.resolve();
  private readonly heard = new Map<string, Map<string, string>>();

  private constructor(
    private readonly server: Server,
    readonly secret: string,
  ) {}

  static async listen(secret = 'correct horse battery staple'): Promise<Subscriber> {
    const server = createServer();
    const subscriber = new Subscriber(server, secret);
    server.on('request', (request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks);
        const event = JSON.parse(body.toString()) as Omit<Delivery, 'genuine' | 'headers'>;
        const signature = createHmac('sha256', secret).update(body).digest('hex');
        const genuine = request.headers['x-request-signature-sha-256'] === signature;
        subscriber.take({ ...event, genuine, headers: request.headers });
        void subscriber.until.then(() => response.writeHead(200).end());
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return subscriber;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/hooks`;
  }

  /** The topics that arrived for a resource, each event once, in order of first arrival. */
  topicsOf(resourceId: string): string[] {
    return [...(this.heard.get(resourceId)?.values() ?? [])];
  }

  /** Answers nothing until the promise resolves. */
  hold(until: Promise<void>): void {
    this.until = until;
  }

  private take(delivery: Delivery): void {
    const { id, topic, resourceId } = delivery;
    this.deliveries.push(delivery);
    const events = this.heard.get(resourceId) ?? new Map<string, string>();
    this.heard.set(resourceId, events.set(id, topic));
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}
