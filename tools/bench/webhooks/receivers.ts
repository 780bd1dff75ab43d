import { Child } from '../child.ts';
import type { Roles } from '../cpu/cpu-meter.ts';
import type { EndpointKind, HeardDeliveries, ReceiverCalls } from './receiver.ts';

const PATIENCE_MS = 600_000;

/** Endpoints on loopback, each on a port of its own, in one process. */
export class Receivers extends Child<ReceiverCalls> {
  urls: readonly string[] = [];

  static async start(endpoints: number, kind: EndpointKind = 'answering'): Promise<Receivers> {
    const receivers = new Receivers('webhooks/receiver.ts');
    const ports = await receivers.call('open', { endpoints, kind });
    receivers.urls = ports.map((port) => `http://127.0.0.1:${port}/`);
    return receivers;
  }

  get roles(): Roles {
    return new Map([[this.pid, { group: 'receivers' }]]);
  }

  heard(): Promise<HeardDeliveries> {
    return this.call('heard');
  }

  /** Waits until `total` deliveries have arrived since the start. @throws Error when they don't */
  async all(total: number): Promise<void> {
    try {
      await this.call('all', total, PATIENCE_MS);
    } catch (error) {
      throw new Error(`${(await this.heard()).total} of ${total} deliveries have come`, { cause: error });
    }
  }
}
