import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, type INestApplication, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type ExchangeRoute, routedPath } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { Health, ServiceCalls, ServiceClient } from '@halyard/http';
import { createLogger, LOGGER, Metrics, type RequestLogOptions } from '@halyard/observability';
import type { TestClock } from '@halyard/testing/clock';
import { until } from '@halyard/testing/waiting';
import type { FastifyInstance } from 'fastify';
import { request } from 'undici';
import {
  createGatewayEdge,
  type GatewayAddresses,
  type GatewayEdge,
  GatewayModule,
  gatewayService,
} from '../src/gateway.module.js';
import { RequestBatches } from '../src/request-log/request-batches.js';
import { ServedRoutes } from '../src/served-routes.js';
import { FakeServices, testClock } from './fakes.js';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Empty if there is none, and for a page. */
  readonly body: Body;
}

export interface Body {
  readonly [name: string]: unknown;
  readonly code?: string;
  readonly message?: string;
  readonly _links?: Readonly<Record<string, { readonly href: string }>>;
  readonly _embedded?: { readonly errors?: readonly { readonly code: string; readonly path: string }[] };
}

export interface SentRequest {
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
  /** Default: a token with all scopes. Null: no token. */
  readonly token?: string | null;
}

type Settings = Readonly<Record<string, string>>;

export class GatewayFixture {
  private constructor(
    private readonly app: INestApplication,
    private readonly edge: GatewayEdge,
    readonly addresses: GatewayAddresses,
    readonly services: FakeServices,
    readonly clock: TestClock,
    private readonly metrics: Metrics,
    /** The routes of its table, and those that answer, as `GET /path`. */
    readonly routes: Readonly<Record<'served' | 'mounted', readonly string[]>>,
  ) {}

  static async start(
    settings: Settings = {},
    services = new FakeServices(),
    clock = testClock(),
    routes: readonly ExchangeRoute[] = [],
    requestLog?: RequestLogOptions['destination'],
  ): Promise<GatewayFixture> {
    const config = gatewayService.config({
      ...{ TLS: 'off', PORT: '0', HTTPS_PORT: '0', PUBLIC_BASE_URL: 'https://localhost:8443' },
      // Whether the documentation was built here must not matter.
      DOCUMENTATION_DIR: join(tmpdir(), 'no-documentation'),
      ...settings,
    });
    const logger = createLogger({ service: 'gateway', level: 'silent' });
    const metrics = new Metrics();
    const served = new ServedRoutes([...ServedRoutes.of(config).all, ...routes]);

    @Global()
    @Module({
      providers: [
        { provide: Clock, useValue: clock },
        { provide: ServiceClient, useValue: services },
        { provide: ServiceCalls, useValue: new ServiceCalls(services, 'gateway') },
        { provide: LOGGER, useValue: logger },
        { provide: Metrics, useValue: metrics },
        { provide: Health, useValue: new Health() },
      ],
      exports: [Clock, Health, ServiceCalls, ServiceClient, LOGGER, Metrics],
    })
    class Surroundings {}

    @Module({ imports: [Surroundings, GatewayModule.with(config, served, requestLog)] })
    class Composition {}

    const edge = await createGatewayEdge(config, clock);
    const mounted: string[] = [];
    edge.adapter.getInstance<FastifyInstance>().addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) if (one !== 'HEAD') mounted.push(`${one} ${url}`);
    });
    const known = { served: served.all.map(({ method, path }) => `${method} ${routedPath(path)}`), mounted };
    const app = await NestFactory.create(Composition, edge.adapter, { logger: false, abortOnError: false });
    try {
      return new GatewayFixture(app, edge, await edge.open(app, logger), services, clock, metrics, known);
    } catch (error) {
      await app.close();
      throw error;
    }
  }

  async send(method: string, path: string, { headers = {}, body, token }: SentRequest = {}): Promise<Answer> {
    const bearer = token === undefined ? await this.services.token() : token;
    const payload =
      body === undefined || typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body);
    const all = {
      ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    };
    const response = await request(this.addresses.baseUrl + path, {
      method: method as 'GET',
      headers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)),
      body: payload,
    });
    const text = await response.body.text();
    return {
      status: response.statusCode,
      headers: response.headers,
      text,
      body: text === '' || text.startsWith('<') ? {} : (JSON.parse(text) as Body),
    };
  }

  /** Uses Node's own client, which shows header names as they were written. */
  async sendRaw(
    method: string,
    path: string,
    body: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer & { readonly rawNames: readonly string[] }> {
    const outgoing = httpRequest(this.addresses.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${await this.services.token()}`,
        'content-type': 'application/json',
        ...headers,
      },
    }).end(body);
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    const text = (await incoming.toArray()).join('');
    return {
      status: incoming.statusCode ?? 0,
      headers: incoming.headers,
      text,
      body: text === '' ? {} : (JSON.parse(text) as Body),
      rawNames: incoming.rawHeaders.filter((_, index) => index % 2 === 0),
    };
  }

  /** Sends bytes as they are. @returns all bytes of the answer until the connection ends */
  async exchange(bytes: string): Promise<string> {
    const socket = this.connection().end(bytes);
    return (await socket.toArray()).join('');
  }

  /** For a client that speaks HTTP in its own way. */
  connection(url = this.addresses.baseUrl): Socket {
    const { hostname, port } = new URL(url);
    return connect(Number(port), hostname).setEncoding('latin1');
  }

  untilMeasured(line: string): Promise<void> {
    return until(line, async () => (await this.metricsText()).split('\n').includes(line));
  }

  /** Does not wait for other requests that could be handed over with them. */
  untilRecorded(count: number): Promise<void> {
    return until('it is recorded', async () => {
      await this.app.get(RequestBatches).beforeApplicationShutdown();
      return this.services.recorded.length >= count;
    });
  }

  metricsText(): Promise<string> {
    return this.metrics.registry.metrics();
  }

  drain(timeoutMs: number): Promise<number> {
    return this.edge.drain(timeoutMs);
  }

  stop(): Promise<void> {
    return this.app.close();
  }
}

/** Removes the folder after `use`. */
export async function withDataDir<Result>(use: (dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-'));
  try {
    return await use(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
