import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ServiceName } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { testIdentities } from '@halyard/testing/identities';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { prepareProbe, ProbeController, ProbeIdempotency, ProbeModule } from '../src/behaviour-service.js';
import { ExchangeProbeController } from '../src/exchange/exchange-probe.js';
import { PrincipalEnvelopes } from '../src/network/principal-envelope.js';
import { ServiceFastifyAdapter } from '../src/network/service-fastify.js';

export class DrivenClock extends Clock {
  private time = new Date('2026-01-05T12:00:00Z');
  override now = () => Promise.resolve(this.time);
  override system = () => this.time;

  pass(ms: number): void {
    this.time = new Date(this.time.getTime() + ms);
  }
}

/** The envelopes of a separate process: the identity of its service, and its own instance id and memory. */
export const newEnvelopes = (clock: Clock = new DrivenClock(), service: ServiceName = 'gateway'): PrincipalEnvelopes =>
  new PrincipalEnvelopes(testIdentities(service), clock);

export interface ProbeOptions {
  readonly host?: string;
  /** By default the system chooses one. */
  readonly port?: number;
  readonly service?: ServiceName;
  readonly clock?: Clock;
}

export class ProbeProcess {
  handled = 0;

  private constructor(
    private readonly adapter: ServiceFastifyAdapter,
    private readonly app: NestFastifyApplication,
    readonly envelopes: PrincipalEnvelopes,
    readonly idempotency: ProbeIdempotency,
  ) {}

  static async start(options: ProbeOptions = {}): Promise<ProbeProcess> {
    const { host = '127.0.0.1', port = 0, service = 'customers', clock } = options;
    const envelopes = newEnvelopes(clock, service);
    const idempotency = new ProbeIdempotency();
    const adapter = new ServiceFastifyAdapter({ service, envelopes });
    const app = await NestFactory.create<NestFastifyApplication>(ProbeModule, adapter, {
      logger: false,
      bodyParser: false,
    });
    prepareProbe(app);
    adapter.useIdempotency(idempotency);
    const process = new ProbeProcess(adapter, app, envelopes, idempotency);
    app.useGlobalGuards({ canActivate: () => (process.handled += 1) > 0 });
    await app.listen(port, host);
    return process;
  }

  get probe(): ProbeController {
    return this.app.get(ProbeController);
  }

  get exchanges(): ExchangeProbeController {
    return this.app.get(ExchangeProbeController);
  }

  get url(): string {
    const { address, port } = this.address;
    return `http://${address}:${port}`;
  }

  get port(): number {
    return this.address.port;
  }

  reached(): Promise<void> {
    return new Promise((resolve) => {
      this.probe.onSlow = resolve;
    });
  }

  drain(timeoutMs: number): Promise<number> {
    return this.adapter.drain(timeoutMs);
  }

  /** Like kill -9: no answer, no farewell, no listener. Its port is free for another process. */
  async kill(): Promise<void> {
    const stopped = this.stop();
    this.server.closeAllConnections();
    await stopped;
  }

  stop(): Promise<void> {
    return this.app.close();
  }

  private get server(): Server {
    return this.adapter.getHttpServer<Server>();
  }

  private get address(): AddressInfo {
    return this.server.address() as AddressInfo;
  }
}
