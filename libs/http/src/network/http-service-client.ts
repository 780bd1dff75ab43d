import type { ServiceName } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import type { Bytes, ExchangeRequest } from '../exchange/exchange.js';
import { withinLimits } from '../exchange/within-limits.js';
import { targetOf } from '../routing.js';
import { ServiceClient } from '../service-client.js';
import type { ServiceAnswer, ServiceRequest, ServiceWait } from '../service-request.js';
import { asCaller } from '../tracing.js';
import { type Lookup, systemLookup } from './addresses.js';
import { Instance } from './instance.js';
import { Instances } from './instances.js';
import type { PrincipalEnvelopes } from './principal-envelope.js';
import { Retries } from './retries.js';
import { UndeliveredRequest } from './undelivered.js';

/** The part of the pino logger that the client needs. */
export interface CallLog {
  warn(fields: object, message: string): void;
}

export interface HttpServiceClientOptions {
  /** Origins (`http://10.0.0.7:4001`) of each service's processes. A host name stands for all its addresses. */
  readonly addresses: Partial<Readonly<Record<ServiceName, readonly string[]>>>;
  readonly envelopes: PrincipalEnvelopes;
  /** How long a call may take, with repeats and the wait for a connection, in milliseconds. */
  readonly deadlineMs: number;
  readonly log: CallLog;
  /** How long a call is repeated while no process takes it, in milliseconds. */
  readonly retryForMs?: number;
  /** Concurrent requests to one process. */
  readonly connectionsMax?: number;
  /** How many calls of one service may wait for a connection. Further calls are refused at once. */
  readonly queueMax?: number;
  /** The system's resolver by default. */
  readonly lookup?: Lookup;
}

/** How long calls are repeated. Callers notice nothing if a service's only process is away for no longer than this. */
export const RETRY_FOR_MS = 8_000;
const CONNECTIONS_MAX = 64;
const QUEUE_MAX = 512;
const UNANSWERED = 'a call to another service was not answered';

interface Peer {
  readonly instances: Instances;
  calls: number;
}

/**
 * Calls services over HTTP, with keep-alive, a deadline, and a limited queue. Each call carries its operation, signed.
 *
 * A request that gets no answer is sent again, to another process or to the same one once it is back, even if nobody
 * can tell whether it was carried out. This is safe because it is still the same operation. A route that reads, or
 * issues a token, may be called twice. A route that changes something stores the outcome under the operation's id in
 * the transaction of the change (`Changes.run`, streams with ids derived from the operation). A route that is told a
 * fact keeps the newest.
 */
export class HttpServiceClient extends ServiceClient {
  private readonly peers = new Map<ServiceName, Peer>();
  private readonly connectionsMax: number;
  private readonly queueMax: number;
  private readonly retryForMs: number;

  constructor(private readonly options: HttpServiceClientOptions) {
    super();
    this.connectionsMax = options.connectionsMax ?? CONNECTIONS_MAX;
    this.queueMax = options.queueMax ?? QUEUE_MAX;
    this.retryForMs = options.retryForMs ?? RETRY_FOR_MS;
  }

  override call(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer> {
    return asCaller(service, request.method, request, (traced) =>
      traced.wait ? this.callUntilStop(service, traced, traced.wait) : this.callInTime(service, traced),
    );
  }

  /**
   * Routes limit how many exchanges run at a time; the queue and connections of `call` do not. A process that does not
   * take the request leaves it to the next one. Once a process has taken it, it is not sent again.
   */
  override exchange(service: ServiceName, request: ExchangeRequest): Promise<ServiceAnswer | Bytes> {
    return asCaller(service, request.route.method, request, (traced) =>
      withinLimits(traced, (bound) => this.offerUntilStop(service, bound)),
    );
  }

  /** Finishes requests already sent and closes the connections. Gives up calls that wait for a process. */
  async close(): Promise<void> {
    await Promise.all([...this.peers.values()].map(({ instances }) => instances.close()));
  }

  /** Calls an owner that may wait, like `offerUntilStop`. */
  private async callUntilStop(
    service: ServiceName,
    request: ServiceRequest,
    { parameter, stopping }: ServiceWait,
  ): Promise<ServiceAnswer> {
    const { query, signal, operation } = request;
    try {
      return await this.callInTime(service, {
        ...request,
        signal: signal ? AbortSignal.any([signal, stopping]) : stopping,
      });
    } catch (error) {
      if (signal?.aborted || !stopping.aborted) throw error;
      const again = { ...operation, repeats: (operation.repeats ?? 0) + 1 };
      return this.callInTime(service, { ...request, query: { ...query, [parameter]: '0' }, operation: again });
    }
  }

  private async callInTime(service: ServiceName, request: ServiceRequest): Promise<ServiceAnswer> {
    const { signal: given, operation, wait } = request;
    const peer = this.peerOf(service);
    if (!wait && peer.calls >= Math.max(1, peer.instances.size) * this.connectionsMax + this.queueMax) {
      throw new DomainError('ServiceUnavailable');
    }
    const calls = wait ? 0 : 1;
    peer.calls += calls;
    const deadline = new AbortController();
    const timer = setTimeout(() => deadline.abort(), this.options.deadlineMs + (wait?.timeMs ?? 0));
    const signal = given ? AbortSignal.any([deadline.signal, given]) : deadline.signal;
    try {
      return await this.send(service, peer.instances, request, signal);
    } catch (error) {
      const { requestId } = operation;
      if (!given?.aborted) this.options.log.warn({ err: error, called: service, requestId }, UNANSWERED);
      const isOver = signal.aborted && !(error instanceof DomainError);
      throw isOver ? new DomainError('ServiceUnavailable', { cause: error }) : error;
    } finally {
      clearTimeout(timer);
      peer.calls -= calls;
    }
  }

  private async send(
    service: ServiceName,
    instances: Instances,
    { method, path, query, body, operation, routingKey, wait }: ServiceRequest,
    signal: AbortSignal,
  ): Promise<ServiceAnswer> {
    const outgoing = {
      service,
      method,
      target: targetOf(path, query),
      body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
      operation,
      waits: wait !== undefined,
    };
    let { repeats = 0 } = operation;
    const deliver = (instance: Instance): Promise<ServiceAnswer> =>
      instance.deliver(repeats === 0 ? outgoing : { ...outgoing, operation: { ...operation, repeats } }, signal);
    return this.untilTaken(instances, routingKey, signal, deliver, ({ how }) => {
      if (how === 'lost') repeats += 1;
      return true;
    });
  }

  /**
   * Offers a request whose handler may wait. If this caller stops meanwhile, it asks once more, without a wait: it has
   * no way to tell the process that waits.
   */
  private async offerUntilStop(service: ServiceName, request: ExchangeRequest): Promise<ServiceAnswer | Bytes> {
    const { route, query, signal, stopping } = request;
    if (route.wait === undefined) return this.offer(service, request);
    try {
      return await this.offer(service, { ...request, signal: AbortSignal.any([signal, stopping]) });
    } catch (error) {
      if (signal.aborted || !stopping.aborted) throw error;
      return this.offer(service, { ...request, query: { ...query, [route.wait]: '0' } });
    }
  }

  private async offer(service: ServiceName, request: ExchangeRequest): Promise<ServiceAnswer | Bytes> {
    const { route, path, query, headers: fields, body, operation, routingKey, signal } = request;
    const { instances } = this.peerOf(service);
    const outgoing = { service, method: route.method, target: targetOf(path, query), fields, body, operation };
    const deliver = (instance: Instance): Promise<ServiceAnswer | Bytes> => instance.exchange(outgoing, signal);
    try {
      return await this.untilTaken(instances, routingKey, signal, deliver, ({ how }) => how === 'away');
    } catch (error) {
      if (!(error instanceof UndeliveredRequest)) throw error;
      this.options.log.warn({ err: error, called: service, requestId: operation.requestId }, UNANSWERED);
      throw new DomainError('ServiceUnavailable', { cause: error });
    }
  }

  /** Offers a call to one process after the other, while there is time and the failure allows a repeat. */
  private async untilTaken<Answer>(
    instances: Instances,
    routingKey: string | undefined,
    signal: AbortSignal,
    deliver: (instance: Instance) => Promise<Answer>,
    mayRepeat: (failure: UndeliveredRequest) => boolean,
  ): Promise<Answer> {
    const retries = new Retries(this.retryForMs, signal);
    let failed: Instance | undefined;
    let failure: unknown = 'no process of it is known';
    while (!instances.isClosed) {
      const instance = instances.choose(routingKey, failed);
      if (instance) {
        try {
          return await deliver(instance);
        } catch (error) {
          if (!(error instanceof UndeliveredRequest) || !mayRepeat(error)) throw error;
          if (error.how === 'away') instance.avoidForAMoment();
          instances.refresh();
          failed = instance;
          failure = error;
        }
      }
      await retries.next(failure);
    }
    throw new DomainError('ServiceUnavailable', { cause: failure });
  }

  private peerOf(service: ServiceName): Peer {
    let peer = this.peers.get(service);
    if (!peer) {
      const { addresses, envelopes, lookup = systemLookup } = this.options;
      const origins = addresses[service] ?? [];
      if (origins.length === 0) throw new DomainError('ServiceUnavailable');
      const { connectionsMax } = this;
      const connect = (address: string): Instance => new Instance(address, { envelopes, connectionsMax });
      peer = { instances: new Instances(origins, connect, lookup), calls: 0 };
      this.peers.set(service, peer);
    }
    return peer;
  }
}
