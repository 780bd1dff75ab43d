import type { Document, ServiceName } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { Pool } from 'undici';
import { nothing, targetOf } from '../routing.js';
import { type ServiceAnswer, ServiceClient, type ServiceRequest } from '../service-client.js';
import { asCaller } from '../tracing.js';
import { ENVELOPE_HEADER, type PrincipalEnvelopes } from './principal-envelope.js';
import { NOT_TAKEN_HEADER } from './service-fastify.js';

export interface HttpServiceClientOptions {
  /** Origins (`http://10.0.0.7:4001`) of each service's processes; calls go round among them. */
  readonly addresses: Partial<Readonly<Record<ServiceName, readonly string[]>>>;
  readonly envelopes: PrincipalEnvelopes;
  /** How long a call may take, waiting for a connection included, in milliseconds. */
  readonly deadlineMs: number;
  /** Requests at a time to one process of a service. */
  readonly connectionsMax?: number;
  /** Calls of one service that may wait for a connection; more are turned away at once. */
  readonly queueMax?: number;
}

const CONNECTIONS_MAX = 64;
const QUEUE_MAX = 512;
const KEEP_ALIVE_MS = 30_000;

/** Errors that say that no connection was established. */
const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** A process that is stopping turned the request away. */
class NotTaken extends Error {}

/** Whether it is certain that nobody has acted on the request. */
const wasNotSeen = (error: unknown): boolean => error instanceof NotTaken || wasNeverSent(error);

const wasNeverSent = (error: unknown): boolean =>
  typeof error === 'object' &&
  error !== null &&
  'code' in error &&
  typeof error.code === 'string' &&
  neverSent.has(error.code);

interface Peer {
  readonly pools: readonly Pool[];
  next: number;
  calls: number;
}

/** Calls services over HTTP, with keep-alive, a deadline, and a bound on what waits. Each call carries its operation, signed. */
export class HttpServiceClient extends ServiceClient {
  private readonly peers = new Map<ServiceName, Peer>();
  private readonly connectionsMax: number;
  private readonly queueMax: number;

  constructor(private readonly options: HttpServiceClientOptions) {
    super();
    this.connectionsMax = options.connectionsMax ?? CONNECTIONS_MAX;
    this.queueMax = options.queueMax ?? QUEUE_MAX;
  }

  override call(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer> {
    return asCaller(service, request, (traced) => this.callInTime(service, traced));
  }

  /** Finishes what was sent and closes the connections. */
  async close(): Promise<void> {
    await Promise.all([...this.peers.values()].flatMap(({ pools }) => pools.map((pool) => pool.close())));
  }

  private async callInTime(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer> {
    const peer = this.peerOf(service);
    if (peer.calls >= peer.pools.length * this.connectionsMax + this.queueMax) {
      throw new DomainError('ServiceUnavailable');
    }
    peer.calls += 1;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.options.deadlineMs);
    try {
      return await this.send(service, peer, request, deadline.signal);
    } catch (error) {
      throw error instanceof DomainError
        ? error
        : new DomainError(deadline.signal.aborted ? 'RequestTimeout' : 'ServiceUnavailable', { cause: error });
    } finally {
      clearTimeout(timer);
      peer.calls -= 1;
    }
  }

  /** One process after the other, as long as it is certain that none has acted on the request. */
  private async send(
    service: ServiceName,
    peer: Peer,
    request: ServiceRequest,
    signal: AbortSignal,
  ): Promise<ServiceAnswer> {
    let failure: unknown;
    for (let attempt = 0; attempt < peer.pools.length; attempt += 1) {
      const pool = peer.pools[(peer.next = (peer.next + 1) % peer.pools.length)];
      if (!pool) break;
      try {
        return await this.deliver(pool, service, request, signal);
      } catch (error) {
        failure = error;
        if (!wasNotSeen(error)) break;
      }
    }
    throw failure;
  }

  private async deliver(
    pool: Pool,
    service: ServiceName,
    request: ServiceRequest,
    signal: AbortSignal,
  ): Promise<ServiceAnswer> {
    const target = targetOf(request.path, request.query);
    const body = request.body === undefined ? undefined : Buffer.from(JSON.stringify(request.body));
    const bound = { service, method: request.method, target };
    const response = await pool.request({
      method: request.method,
      path: target,
      body,
      signal,
      headers: {
        [ENVELOPE_HEADER]: this.options.envelopes.seal(bound, body, request.operation),
        ...(body && { 'content-type': 'application/json' }),
      },
    });
    const text = await response.body.text();
    if (response.headers[NOT_TAKEN_HEADER] !== undefined) throw new NotTaken();
    return { status: response.statusCode, body: text === '' ? nothing : readDocument(text) };
  }

  private peerOf(service: ServiceName): Peer {
    let peer = this.peers.get(service);
    if (!peer) {
      const addresses = this.options.addresses[service] ?? [];
      if (addresses.length === 0) throw new DomainError('ServiceUnavailable');
      peer = { pools: addresses.map((address) => this.connect(address)), next: 0, calls: 0 };
      this.peers.set(service, peer);
    }
    return peer;
  }

  private connect(address: string): Pool {
    const { deadlineMs } = this.options;
    return new Pool(address, {
      connections: this.connectionsMax,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: { timeout: deadlineMs },
      // The deadline of each call is the only limit.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}

/** Something else than a service answers at this address (a proxy's error page): nobody can say what was done. */
function readDocument(text: string): Document {
  const read: unknown = JSON.parse(text);
  if (typeof read !== 'object' || read === null || !('document' in read)) {
    throw new DomainError('ServiceUnavailable', { cause: 'the answer is no document' });
  }
  return read as Document;
}
