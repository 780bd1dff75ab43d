import { Injectable } from '@nestjs/common';
import type { PlainRoute, Route } from '@halyard/contracts';
import { takesKey } from '@halyard/public-api';
import { validationError } from '@halyard/core';
import { currentTraceparent, withRequestId, withSpan } from '@halyard/observability';
import { atAnswerEnd, type ServiceAnswer } from '@halyard/http';
import { isKey, usualFault } from '@halyard/input';
import type { FastifyReply } from 'fastify';
import { concretePath, type ForwardedRequest, Forwarder } from '../forwarding/forwarder.js';
import { checkQuery, parseJsonBody, refusePast } from '../media/request-body.js';
import { prefersStrict } from '../media/prefer.js';
import { parseTokenForm } from '../media/token-form.js';
import { Budgets } from '../limits/budgets.js';
import { RequestLimits } from '../limits/request-limits.js';
import { SecretGuesses } from '../limits/secret-guesses.js';
import { OwnRoutes } from '../own-routes.js';
import { note } from '../request-log/request-record.js';
import { clientIdOf } from '../tokens/authorization.js';
import { callOf, type PublicRequest, whenGone } from './call.js';
import { sendAnswer, viewOf } from './replies.js';

const NO_BODY = Buffer.alloc(0);

@Injectable()
export class RequestHandler {
  constructor(
    private readonly forwarder: Forwarder,
    private readonly budgets: Budgets,
    private readonly limits: RequestLimits,
    private readonly guesses: SecretGuesses,
    private readonly own: OwnRoutes,
  ) {}

  handle(route: PlainRoute, request: PublicRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id } = request;
    const traceparent = traceparentIn(request);
    return withRequestId(id, () =>
      withSpan(`${route.method} ${route.path}`, { kind: 'SERVER', traceparent }, () =>
        // A request that may wait has had its place since it was admitted.
        route.wait === undefined
          ? this.budgets.of(route).run(() => this.answer(route, request, reply), whenGone(reply))
          : this.answer(route, request, reply),
      ),
    );
  }

  private async answer(route: PlainRoute, request: PublicRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id: requestId, params, query } = request;
    const call = callOf(request);
    note(request, { traceparent: currentTraceparent() });
    const path = route.owner === 'gateway' ? route.path : concretePath(route, params);
    checkQuery(query);
    refusePast(route, query);
    const key = keyOf(route, request);
    const isStrict = route.method === 'POST' && prefersStrict(request.headers['prefer']);
    if (isStrict) void reply.header('preference-applied', 'handling=strict');
    const wantsForms = route.method === 'GET' && call.type.forms !== undefined;
    const forwarded = {
      requestId,
      key,
      principal: call.principal,
      path,
      query,
      wantsForms,
      isStrict,
      traceparent: traceparentIn(request),
      ...(route.wait !== undefined && { signal: answerEnd(reply), stopping: request.server.stopping }),
    };
    const answer = await this.answerOf(route, request, forwarded);
    if (answer.isReplayed) void reply.header('idempotent-replayed', 'true');
    return sendAnswer(request, reply, call, answer);
  }

  private async answerOf(
    route: PlainRoute,
    request: PublicRequest,
    forwarded: ForwardedRequest,
  ): Promise<ServiceAnswer> {
    if (route.access === 'anyone' && route.method === 'POST') return this.token(route, request, forwarded);
    const { principal } = forwarded;
    if (route.owner !== 'gateway' || principal?.kind !== 'application') {
      const body = readBody(route, request);
      note(request, { body });
      return this.forwarder.forward(route, { ...forwarded, body });
    }
    const operation = this.forwarder.operationOf(forwarded);
    return this.own.answer(route, { principal, operation, url: request.url, view: viewOf(request) });
  }

  /** Forwards a /token request with the credentials of its header, and slows down guessing of secrets. */
  private async token(route: PlainRoute, request: PublicRequest, forwarded: ForwardedRequest): Promise<ServiceAnswer> {
    const { authorization, 'content-type': contentType = '' } = request.headers;
    const form = await parseTokenForm(bytesOf(request), contentType);
    const body = { form, ...(authorization !== undefined && { authorization }) };
    const ask = (): Promise<ServiceAnswer> => this.forwarder.forward(route, { ...forwarded, body });
    const clientId = clientIdOf(body);
    return clientId === undefined ? ask() : this.guesses.watch(clientId, this.limits.networkOf(request), ask);
  }
}

function answerEnd({ raw }: FastifyReply): AbortSignal {
  const ended = new AbortController();
  atAnswerEnd(raw, () => ended.abort());
  return ended.signal;
}

/** Undefined if the route uses none. @throws DomainError ValidationError */
export function keyOf(route: Route, { headers }: PublicRequest): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined || !takesKey(route)) return undefined;
  const key = [given].flat().join(', ');
  if (isKey(key)) return key;
  throw validationError(usualFault('InvalidFormat', '/headers/Idempotency-Key'));
}

/** The trace context from the client, which may be in any form. */
export const traceparentIn = ({ headers }: PublicRequest): string | undefined => [headers['traceparent']].flat()[0];

const bytesOf = ({ body }: PublicRequest): Buffer => (Buffer.isBuffer(body) ? body : NO_BODY);

const readBody = ({ method }: PlainRoute, request: PublicRequest): unknown =>
  method === 'POST' ? parseJsonBody(bytesOf(request)) : undefined;
