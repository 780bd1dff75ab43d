import type { AnswerBody, Operation } from '@halyard/contracts';
import type { Claim } from '@halyard/core';
import { Bytes, KeptAnswer } from '../exchange/exchange.js';
import type { IncomingExchange } from '../exchange/incoming.js';
import { nothing, targetOf } from '../routing.js';
import type { ServiceAnswer, ServiceRequest } from '../service-request.js';

type Query = Record<string, string | string[]>;

/** Reads a query as if it had come in a URL: a list of one item becomes the item, and an empty list is left out. */
function queryOf(query: ServiceRequest['query']): Query {
  const read: Query = {};
  for (const [name, value] of Object.entries(query ?? {})) {
    if (typeof value === 'string') read[name] = value;
    else if (value.length > 1) read[name] = [...value];
    else if (value[0] !== undefined) read[name] = value[0];
  }
  return read;
}

export type HandlerAnswer = AnswerBody | Bytes | KeptAnswer;

/** The request object that Nest, guards, pipes and parameter decorators see. */
export class InProcessRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Query;
  readonly body: unknown;
  readonly headers: Record<string, string> = {};
  readonly operation: Operation;
  params: Record<string, string | undefined> = {};

  constructor(
    private readonly request: ServiceRequest,
    readonly exchange?: IncomingExchange,
    readonly claim?: Claim,
    readonly waitedFor?: () => AbortSignal,
  ) {
    this.method = request.method;
    this.path = request.path;
    this.query = queryOf(request.query);
    this.body = request.body;
    this.operation = request.operation;
  }

  get url(): string {
    return targetOf(this.path, this.request.query);
  }
}

/**
 * The response object that Nest sees. The first `send` resolves the call. Headers are dropped: nobody needs them within
 * a process.
 */
export class InProcessResponse {
  statusCode = 200;
  sent = false;

  constructor(private readonly resolve: (answer: ServiceAnswer | Bytes) => void) {}

  send(body: HandlerAnswer | undefined, status = this.statusCode): void {
    if (this.sent) return;
    this.sent = true;
    if (body instanceof KeptAnswer) this.resolve(body.answer);
    else this.resolve(body instanceof Bytes ? body : { status, body: body ?? nothing });
  }
}
