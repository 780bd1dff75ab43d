import { once } from 'node:events';
import type { Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { ListenOptions } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type Clock, newId } from '@halyard/core';
import { countRequests, InFlight } from '@halyard/http';
import type { Logger } from '@halyard/observability';
import type { ServiceListener } from '@halyard/service';
import type { GatewayConfig } from '../config.js';
import { serverCertificate } from './certificates.js';
import { clientErrorHandler } from './client-errors.js';
import { drainConnections } from './drain-connections.js';
import { listening, portOf } from './listen.js';
import { createRedirectServer } from './redirect.js';
import { EdgeRefusals } from './refusals.js';

/** Where the API can be reached once it listens. */
export interface GatewayAddresses {
  /** `https://localhost:8443`, or plain HTTP with `TLS=off`. */
  readonly baseUrl: string;
  /** What answers 302 to the former; absent with `TLS=off`. */
  readonly redirectUrl?: string;
  /** PEM file of the authority to trust; absent with `TLS=off`. */
  readonly authorityFile?: string;
}

/** The gateway's listeners, and the adapter that its Nest application is made on. */
export interface GatewayEdge extends ServiceListener {
  /**
   * Initialises the application and begins to serve; closing the application ends all of it.
   *
   * @throws PortTaken naming the setting
   */
  open(app: INestApplication, logger: Logger): Promise<GatewayAddresses>;
}

const REQUEST_TIMEOUT_MS = 60_000;
const RENEWAL_CHECK_MS = 12 * 60 * 60_000;

interface SecureOptions {
  readonly cert: string;
  readonly key: string;
  readonly minVersion: 'TLSv1.2';
}

const serverOptions = (refusals: EdgeRefusals) => ({
  genReqId: newId,
  clientErrorHandler,
  frameworkErrors: refusals.unroutable,
  requestTimeout: REQUEST_TIMEOUT_MS,
  return503OnClosing: false,
  forceCloseConnections: 'idle' as const,
});

class GatewayAdapter extends FastifyAdapter {
  private readonly inFlight = new InFlight();

  constructor({ vendorWord }: GatewayConfig, https?: SecureOptions) {
    const refusals = new EdgeRefusals(vendorWord);
    super({ ...serverOptions(refusals), ...(https && { https }) });
    countRequests(this.getInstance(), this.inFlight);
  }

  /** Left out: the public API itself answers unknown addresses. */
  override setNotFoundHandler() {
    return this.getInstance();
  }

  /** Initialises the application and begins to listen. */
  async serve(app: INestApplication, { host, sharedPorts }: GatewayConfig, port: number): Promise<void> {
    await app.init();
    await this.getInstance().listen(listenOptions(host, sharedPorts, port));
  }

  drain(timeoutMs: number): Promise<number> {
    return drainConnections(this.getHttpServer<Server>(), this.inFlight, timeoutMs);
  }
}

const listenOptions = (host: string, reusePort: boolean, port: number): ListenOptions => ({ host, port, reusePort });

/** HTTPS with a certificate of the local authority beside plain HTTP that answers 302; with `TLS=off` plain HTTP alone. */
export function createGatewayEdge(config: GatewayConfig, clock: Clock): Promise<GatewayEdge> {
  return config.tls ? secureEdge(config, clock) : Promise.resolve(plainEdge(config));
}

function plainEdge(config: GatewayConfig): GatewayEdge {
  const adapter = new GatewayAdapter(config);
  return {
    adapter,
    drain: (timeoutMs) => adapter.drain(timeoutMs),
    async open(app, logger) {
      await listening('PORT', config.port, () => adapter.serve(app, config, config.port));
      const baseUrl = `http://localhost:${portOf(adapter.getHttpServer<Server>())}`;
      logger.info({ url: baseUrl }, 'listening');
      return { baseUrl };
    },
  };
}

async function secureEdge(config: GatewayConfig, clock: Clock): Promise<GatewayEdge> {
  const { dataDir, host, httpsPort, port, sharedPorts } = config;
  const { certificate, key, authorityFile } = await serverCertificate(dataDir, clock.system());
  const https: SecureOptions = { cert: certificate, key, minVersion: 'TLSv1.2' };
  const adapter = new GatewayAdapter(config, https);
  const server = adapter.getHttpServer<HttpsServer>();
  const redirect = createRedirectServer(() => portOf(server));

  let renewal: NodeJS.Timeout | undefined;
  const renewWhenDue = async (logger: Logger): Promise<void> => {
    try {
      const renewed = await serverCertificate(dataDir, clock.system());
      server.setSecureContext({ ...https, cert: renewed.certificate, key: renewed.key });
    } catch (error) {
      logger.error({ err: error }, 'the certificate could not be renewed; the old one serves on');
    }
  };
  const closeRedirect = async (): Promise<void> => {
    const closed = once(redirect.close(), 'close');
    redirect.closeAllConnections();
    await closed;
  };
  adapter.getInstance().addHook('onClose', async () => {
    clearInterval(renewal);
    if (redirect.listening) await closeRedirect();
  });

  return {
    adapter,
    drain: (timeoutMs) => adapter.drain(timeoutMs),
    async open(app, logger) {
      await listening('PORT', port, () => once(redirect.listen(listenOptions(host, sharedPorts, port)), 'listening'));
      try {
        await listening('HTTPS_PORT', httpsPort, () => adapter.serve(app, config, httpsPort));
      } catch (error) {
        await closeRedirect();
        throw error;
      }
      renewal = setInterval(() => void renewWhenDue(logger), RENEWAL_CHECK_MS).unref();
      const baseUrl = `https://localhost:${portOf(server)}`;
      logger.info({ url: baseUrl }, 'listening');
      return { baseUrl, redirectUrl: `http://localhost:${portOf(redirect)}`, authorityFile };
    },
  };
}
