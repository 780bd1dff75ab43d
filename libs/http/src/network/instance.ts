import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AnswerBody, Method, Operation, ServiceName } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { Pool } from 'undici';
import type { Bytes } from '../exchange/exchange.js';
import { nothing } from '../routing.js';
import type { ServiceAnswer } from '../service-request.js';
import { bytesOf, type OutgoingExchange, sendExchange } from './exchange-delivery.js';
import { ENVELOPE_HEADER, type PrincipalEnvelopes } from './principal-envelope.js';
import { REPLAYED_HEADER } from './keyed-requests.js';
import { IDENTITY_HEADER, INSTANCE_HEADER, NOT_TAKEN_HEADER } from './service-fastify.js';
import { UndeliveredRequest, wasNeverSent } from './undelivered.js';

/** A request, which stays the same each time that it is sent. */
interface OutgoingRequest {
  readonly service: ServiceName;
  readonly method: Method;
  readonly target: string;
  readonly body: Buffer | undefined;
  readonly operation: Operation;
  readonly waits: boolean;
}

interface InstanceOptions {
  readonly envelopes: PrincipalEnvelopes;
  /** The most concurrent requests to the process. */
  readonly connectionsMax: number;
}

const KEEP_ALIVE_MS = 30_000;
const CONNECT_TIMEOUT_MS = 2_000;
const AVOIDED_MS = 250;
/**
 * How often one delivery may be sealed: before the process is known, for its identity, for its instance, and once more
 * if it has just restarted.
 */
const SEALS_MAX = 4;

/** One process of a service, at one address. A restarted process is another one at the same address. */
export class Instance {
  private readonly pool: Pool;
  /** Calls whose answer may take long have connections of their own, so that no other call waits for them. */
  private readonly waits: Pool;
  /** The instance id that the process last reported. */
  private id: string | undefined;
  /** The identity that the process last reported. */
  private kid: string | undefined;
  private avoided = false;

  constructor(
    readonly address: string,
    private readonly options: InstanceOptions,
  ) {
    const shared = {
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connectTimeout: CONNECT_TIMEOUT_MS,
      // A call has its own deadline, so the connection needs no limits of time.
      headersTimeout: 0,
      bodyTimeout: 0,
    };
    this.pool = new Pool(address, { ...shared, connections: options.connectionsMax });
    this.waits = new Pool(address, shared);
  }

  /** Whether callers should prefer another process, if there is one. */
  get isAvoided(): boolean {
    return this.avoided;
  }

  avoidForAMoment(): void {
    if (this.avoided) return;
    this.avoided = true;
    setTimeout(() => (this.avoided = false), AVOIDED_MS).unref();
  }

  /** Finishes requests already sent and closes the connections. */
  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.waits.close()]);
  }

  /** @throws Undelivered; DomainError ServiceUnavailable if another process answers each time; the signal's reason */
  async deliver(outgoing: OutgoingRequest, signal: AbortSignal): Promise<ServiceAnswer> {
    for (let seals = 0; seals < SEALS_MAX; seals += 1) {
      const { status, headers, text } = await this.send(outgoing, signal);
      if (this.isToldWhom(outgoing.service, headers)) continue;
      return answerOf(status, headers, text);
    }
    throw this.severalTakeTurns();
  }

  /**
   * Sends a request, and its body once, after the process has taken the request. @throws as `deliver`, and any error of
   * the body
   */
  async exchange(outgoing: OutgoingExchange, signal: AbortSignal): Promise<ServiceAnswer | Bytes> {
    const { service, method, target, fields, body, operation } = outgoing;
    const offered = { operation, fields, hasBody: body !== undefined };
    for (let seals = 0; seals < SEALS_MAX; seals += 1) {
      const receiver = { instance: this.id, kid: this.kid };
      const sealed = this.options.envelopes.sealExchange({ service, method, target }, offered, receiver);
      const { response, end } = await sendExchange(this.address, outgoing, sealed, signal);
      const bytes = bytesOf(response);
      if (bytes) return bytes;
      const answered = await text(response).finally(end);
      if (this.isToldWhom(service, response.headers)) continue;
      return answerOf(response.statusCode ?? 0, response.headers, answered);
    }
    throw this.severalTakeTurns();
  }

  /**
   * Whether the answer only tells for which instance or identity to seal. @throws Undelivered if the process takes no
   * requests
   */
  private isToldWhom(service: ServiceName, headers: IncomingHttpHeaders): boolean {
    const instance = headers[INSTANCE_HEADER];
    const kid = headers[IDENTITY_HEADER];
    const reason = headers[NOT_TAKEN_HEADER];
    if (typeof instance === 'string') this.id = instance;
    else if (typeof kid === 'string' && this.options.envelopes.knows(service, kid)) this.kid = kid;
    else if (reason !== undefined) throw new UndeliveredRequest('away', reason);
    else return false;
    return true;
  }

  private severalTakeTurns(): DomainError {
    return new DomainError('ServiceUnavailable', { cause: `${this.address} is several processes that take turns` });
  }

  private async send({ service, method, target, body, operation, waits }: OutgoingRequest, signal: AbortSignal) {
    const receiver = { instance: this.id, kid: this.kid };
    const sealed = this.options.envelopes.seal({ service, method, target }, body, operation, receiver);
    try {
      const response = await (waits ? this.waits : this.pool).request({
        method,
        path: target,
        body,
        signal,
        headers: {
          [ENVELOPE_HEADER]: sealed,
          ...(body && { 'content-type': 'application/json' }),
        },
      });
      return { status: response.statusCode, headers: response.headers, text: await response.body.text() };
    } catch (error) {
      if (signal.aborted) throw error;
      throw new UndeliveredRequest(wasNeverSent(error) ? 'away' : 'lost', error);
    }
  }
}

function answerOf(status: number, headers: IncomingHttpHeaders, text: string): ServiceAnswer {
  const body = text === '' ? nothing : readAnswer(text);
  return headers[REPLAYED_HEADER] === undefined ? { status, body } : { status, body, isReplayed: true };
}

/**
 * Reads an answer. If something else answers at this address, such as a proxy's error page, nobody can tell what was
 * done.
 */
function readAnswer(text: string): AnswerBody {
  const read = parse(text);
  if (typeof read !== 'object' || read === null || !('type' in read)) {
    throw new UndeliveredRequest('lost', 'no service answered');
  }
  return read as AnswerBody;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
