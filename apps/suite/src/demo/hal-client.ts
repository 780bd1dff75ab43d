import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { pause } from '@halyard/core';
import type { Dispatcher } from 'undici';
import { Agent, request } from 'undici';
import type { DemoIntegration } from './demo-integration.js';
import { FormBrowser } from './form-browser.js';

/** Statuses that pass by themselves: the suite is overloaded, or still carries out the same request. */
const PASSING: ReadonlySet<number> = new Set([503, 409]);
const PATIENCE_MS = 30_000;
const PAUSE_MS = 200;

const MEDIA_TYPE = 'application/vnd.service.v1.hal+json';

/** The content of `.data/demo.json`: everything that a client needs to talk to a running suite. */
export interface DemoConnection {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly accountId: string;
  readonly key: string;
  readonly secret: string;
  /** PEM file of the local authority's certificate; absent if a proxy ends TLS. */
  readonly caFile?: string;
  /** This machine's name for webhooks, if they come from another machine. */
  readonly subscriberHost?: string;
  /** The owner of the demo account, in the sandbox's own file. */
  readonly person?: { readonly email: string; readonly password: string };
  /** An integration that owners of any account may let act, in the same file. */
  readonly integration?: DemoIntegration;
}

interface HalLink {
  readonly href: string;
}

export interface HalBody {
  readonly [attribute: string]: unknown;
  readonly id?: string;
  readonly status?: string;
  readonly total?: number;
  readonly code?: string;
  readonly _links?: Readonly<Record<string, HalLink>>;
  readonly _embedded?: Readonly<Record<string, readonly HalBody[]>>;
}

export interface HalAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** URL of a created resource; empty otherwise. */
  readonly location: string;
  /** The parsed body, or an empty object. */
  readonly body: HalBody;
}

interface RequestOptions {
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A small client of the public API for the tour, the seed, the benchmarks and the end-to-end tests. */
export class HalClient {
  private readonly dispatcher: Dispatcher;
  private token: { readonly value: string; readonly renewAt: number } | undefined;

  private constructor(
    readonly connection: DemoConnection,
    ca: string | undefined,
  ) {
    this.dispatcher = new Agent({ connect: ca === undefined ? {} : { ca }, connections: 64 });
  }

  static async open(connection: DemoConnection): Promise<HalClient> {
    const { caFile } = connection;
    return new HalClient(connection, caFile === undefined ? undefined : await readFile(caFile, 'utf8'));
  }

  static async fromFile(file: string): Promise<HalClient> {
    return HalClient.open(JSON.parse(await readFile(file, 'utf8')) as DemoConnection);
  }

  /** The browser of a person who is not logged in. */
  browser(): FormBrowser {
    return new FormBrowser(this.connection.authUrl, this.dispatcher);
  }

  get(path: string, options: RequestOptions = {}): Promise<HalAnswer> {
    return this.send('GET', path, options);
  }

  post(path: string, body?: unknown, options: RequestOptions = {}): Promise<HalAnswer> {
    return this.send('POST', path, { ...options, body });
  }

  delete(path: string): Promise<HalAnswer> {
    return this.send('DELETE', path, {});
  }

  /**
   * Creates once, however often an overloaded suite refuses it. @returns the Location @throws Error if it is not 201
   */
  async create(path: string, body?: unknown, options: RequestOptions = {}): Promise<string> {
    const once = { idempotencyKey: randomUUID(), ...options };
    const gaveUpAt = performance.now() + PATIENCE_MS;
    let answer = await this.post(path, body, once);
    while (PASSING.has(answer.status) && performance.now() < gaveUpAt) {
      await pause(PAUSE_MS);
      answer = await this.post(path, body, once);
    }
    if (answer.status !== 201) throw new Error(`POST ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.location;
  }

  /** Sends a request without adding a token, for tests of headers. */
  async raw(
    method: Dispatcher.HttpMethod,
    path: string,
    headers: Readonly<Record<string, string>>,
    body?: string | Buffer,
  ): Promise<HalAnswer> {
    const url = path.startsWith('http') ? path : `${this.connection.baseUrl}${path}`;
    const response = await request(url, { method, headers, body, dispatcher: this.dispatcher });
    const text = await response.body.text();
    return {
      status: response.statusCode,
      headers: response.headers,
      location: String(response.headers['location'] ?? ''),
      body: text === '' || isPage(response.headers['content-type']) ? {} : (JSON.parse(text) as HalBody),
    };
  }

  async download(
    url: string,
    headers: Readonly<Record<string, string>>,
  ): Promise<Pick<HalAnswer, 'headers'> & { body: Buffer }> {
    const response = await request(url, { headers, dispatcher: this.dispatcher });
    return { headers: response.headers, body: Buffer.from(await response.body.arrayBuffer()) };
  }

  async accessToken(): Promise<string> {
    if (this.token && performance.now() < this.token.renewAt) return this.token.value;
    const { key, secret } = this.connection;
    const { status, body } = await this.raw(
      'POST',
      '/token',
      {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${key}:${secret}`).toString('base64')}`,
      },
      'grant_type=client_credentials',
    );
    if (status !== 200) throw new Error(`POST /token: ${status} ${JSON.stringify(body)}`);
    const lifetimeMs = Number(body['expires_in']) * 1_000;
    this.token = { value: String(body['access_token']), renewAt: performance.now() + lifetimeMs / 2 };
    return this.token.value;
  }

  close(): Promise<void> {
    return this.dispatcher.close();
  }

  private async send(method: Dispatcher.HttpMethod, path: string, options: RequestOptions): Promise<HalAnswer> {
    const { body, idempotencyKey, headers } = options;
    return this.raw(
      method,
      path,
      {
        accept: MEDIA_TYPE,
        authorization: `Bearer ${await this.accessToken()}`,
        ...(method === 'POST' ? { 'content-type': MEDIA_TYPE } : {}),
        ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      body === undefined ? undefined : JSON.stringify(body),
    );
  }
}

const isPage = (type: string | string[] | undefined): boolean => String(type).startsWith('text/html');
