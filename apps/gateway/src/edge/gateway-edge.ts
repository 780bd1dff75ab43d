import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { ListenOptions } from 'node:net';
import type { INestApplication } from '@nestjs/common';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { type Clock, newId } from '@halyard/core';
import { countRequests, InFlight } from '@halyard/http';
import type { Logger } from '@halyard/observability';
import type { ServiceListener } from '@halyard/service';
import { listening } from '@halyard/service/listening';
import type { FastifyInstance } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { apiTargetOf } from './console-target.js';
import { parseQuery } from '../media/query.js';
import { Acceptors } from './acceptors.js';
import { boundArrivals } from './arrivals.js';
import { serverCertificate } from './certificates.js';
import { drainConnections } from './drain-connections.js';
import { continueWhenAdmitted } from './expectations.js';
import { lingerAfterAnswers } from './linger.js';
import { canSharePorts, portOf, requireFree } from './listen.js';
import { answerAsOurs, serverOptions } from './listeners.js';
import { OwnAnswers } from './own-answers.js';
import { createRedirectServer } from './redirect.js';
import { secureOptions, type SecureOptions } from './secure-options.js';
import { Pipelining } from './pipelining.js';

export interface GatewayAddresses {
  /** `https://localhost:8443`, or plain HTTP with `TLS=off`. */
  readonly baseUrl: string;
  /** The URL that answers 302 to `baseUrl`; absent with `TLS=off`. */
  readonly redirectUrl?: string;
  /** PEM file of the authority to trust; absent with `TLS=off`. */
  readonly authorityFile?: string;
}

export interface GatewayEdge extends ServiceListener {
  /** Begins to serve; closing the application ends all of it. @throws PortTaken naming the setting */
  open(app: INestApplication, logger: Logger): Promise<GatewayAddresses>;
}

const RENEWAL_CHECK_MS = 12 * 60 * 60_000;

const fastifyOptions = (own: OwnAnswers, { console }: GatewayConfig) => ({
  genReqId: newId,
  clientErrorHandler: own.unreadable,
  frameworkErrors: own.unroutable,
  // Fastify finds no hooks for the target `*`, which is no path (RFC 9112, 3.2.4), so give it one.
  rewriteUrl: (request: IncomingMessage) =>
    request.url === '*' ? '/*' : ((console ? apiTargetOf(request) : undefined) ?? request.url ?? ''),
  routerOptions: { querystringParser: parseQuery },
  requestTimeout: serverOptions.requestTimeout,
  return503OnClosing: false,
  forceCloseConnections: 'idle' as const,
});

declare module 'fastify' {
  interface FastifyInstance {
    readonly stopping: AbortSignal;
    readonly ownAnswers: OwnAnswers;
  }
}

class GatewayAdapter extends FastifyAdapter {
  private readonly inFlight = new InFlight();
  private readonly acceptors: Acceptors;
  readonly own: OwnAnswers;

  constructor(config: GatewayConfig, https?: SecureOptions) {
    const pipelining = new Pipelining();
    const own = new OwnAnswers(config, pipelining);
    super({
      ...fastifyOptions(own, config),
      ...(https ? { https: { ...serverOptions, ...https } } : { http: serverOptions }),
    });
    this.own = own;
    const fastify = this.getInstance<FastifyInstance>();
    answerAsOurs(fastify.server, own);
    boundArrivals(fastify);
    pipelining.install(fastify);
    countRequests(fastify, this.inFlight);
    continueWhenAdmitted(fastify, fastify.server);
    lingerAfterAnswers(fastify);
    this.acceptors = new Acceptors(fastify.server);
    fastify.server.once('close', () => void this.acceptors.close());
    fastify.decorate('stopping', this.inFlight.stopping);
    fastify.decorate('ownAnswers', own);
  }

  /** Does nothing: the public API itself answers unknown addresses. */
  override setNotFoundHandler() {
    return this.getInstance();
  }

  /** @throws PortTaken naming the setting */
  async serve(
    app: INestApplication,
    { host, sharedPorts }: GatewayConfig,
    setting: string,
    port: number,
  ): Promise<void> {
    if (!sharedPorts) await requireFree(setting, port, host);
    await app.init();
    const options = listenOptions(host, sharedPorts || canSharePorts, port);
    await listening(setting, port, () => this.getInstance().listen(options));
    if (canSharePorts) await this.acceptors.listen(BACKLOG);
  }

  drain(timeoutMs: number): Promise<number> {
    return drainConnections(this.getHttpServer<Server>(), this.acceptors, this.inFlight, timeoutMs);
  }
}

/** Connections that may wait. A client that finds no place retries after one second, then three, then seven. */
const BACKLOG = 4_096;

const listenOptions = (host: string, reusePort: boolean, port: number): ListenOptions => ({
  host,
  port,
  reusePort,
  backlog: BACKLOG,
});

/** HTTPS with a local certificate, and plain HTTP that answers 302; with `TLS=off` only plain HTTP. */
export function createGatewayEdge(config: GatewayConfig, clock: Clock): Promise<GatewayEdge> {
  return config.tls ? secureEdge(config, clock) : Promise.resolve(plainEdge(config));
}

function plainEdge(config: GatewayConfig): GatewayEdge {
  const adapter = new GatewayAdapter(config);
  return {
    adapter,
    drain: (timeoutMs) => adapter.drain(timeoutMs),
    async open(app, logger) {
      await adapter.serve(app, config, 'PORT', config.port);
      const baseUrl = `http://localhost:${portOf(adapter.getHttpServer<Server>())}`;
      logger.info({ url: config.addresses.publicBaseUrl ?? baseUrl }, 'listening');
      return { baseUrl };
    },
  };
}

async function secureEdge(config: GatewayConfig, clock: Clock): Promise<GatewayEdge> {
  const { dataDir, host, httpsPort, port, sharedPorts } = config;
  const { certificate, key, authorityFile } = await serverCertificate(dataDir, clock.system());
  const adapter = new GatewayAdapter(config, secureOptions(certificate, key));
  const server = adapter.getHttpServer<HttpsServer>();
  const redirect = createRedirectServer(adapter.own, () => portOf(server));

  let renewal: NodeJS.Timeout | undefined;
  const renewWhenDue = async (logger: Logger): Promise<void> => {
    try {
      const renewed = await serverCertificate(dataDir, clock.system());
      server.setSecureContext(secureOptions(renewed.certificate, renewed.key));
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
        await adapter.serve(app, config, 'HTTPS_PORT', httpsPort);
      } catch (error) {
        await closeRedirect();
        throw error;
      }
      renewal = setInterval(() => void renewWhenDue(logger), RENEWAL_CHECK_MS).unref();
      const baseUrl = `https://localhost:${portOf(server)}`;
      logger.info({ url: config.addresses.publicBaseUrl ?? baseUrl }, 'listening');
      return { baseUrl, redirectUrl: `http://localhost:${portOf(redirect)}`, authorityFile };
    },
  };
}
