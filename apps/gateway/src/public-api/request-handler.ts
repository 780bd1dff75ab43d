import { Injectable } from '@nestjs/common';
import type { Route } from '@halyard/contracts';
import { newId } from '@halyard/core';
import type { ServiceAnswer } from '@halyard/http';
import { withRequestId, withSpan } from '@halyard/observability';
import type { FastifyReply } from 'fastify';
import { concretePath, type Forwarded, Forwarder } from '../forwarding/forwarder.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { checkQuery, parseJsonBody } from '../media/request-body.js';
import { parseTokenForm } from '../media/token-form.js';
import type { PublicCall, PublicRequest } from './call.js';
import { sendAnswer } from './replies.js';

const NO_BODY = Buffer.alloc(0);

/** Carries out a request that was admitted. */
@Injectable()
export class RequestHandler {
  constructor(
    private readonly forwarder: Forwarder,
    private readonly idempotency: Idempotency,
  ) {}

  handle(route: Route, request: PublicRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id, headers } = request;
    const traceparent = [headers['traceparent'] ?? []].flat()[0];
    return withRequestId(id, () =>
      withSpan(`${route.method} ${route.path}`, { kind: 'SERVER', traceparent }, () =>
        this.answer(route, request, reply),
      ),
    );
  }

  private async answer(route: Route, request: PublicRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { call, id: requestId, params, query } = request;
    if (!call) throw new Error('a request came past the gate');
    const path = concretePath(route, params);
    checkQuery(query);
    const body = await readBody(route, request);
    const forwarded = { requestId, principal: call.principal, path, query, body };

    const key = route.method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const isReplayable = key !== undefined && call.principal !== undefined;
    const answer = isReplayable
      ? await this.once([key].flat().join(', '), route, { ...forwarded, principal: call.principal }, reply)
      : await this.forwarder.forward(route, { ...forwarded, operationId: newId() });
    return sendAnswer(request, reply, call, answer);
  }

  private async once(
    key: string,
    route: Route,
    forwarded: Omit<Forwarded, 'operationId'> & { readonly principal: NonNullable<PublicCall['principal']> },
    reply: FastifyReply,
  ): Promise<ServiceAnswer> {
    const { requestId, path, body, principal } = forwarded;
    const { answer, isReplayed } = await this.idempotency.run(
      { key, requestId, principal, method: route.method, path, body },
      (operationId) => this.forwarder.forward(route, { ...forwarded, operationId }),
    );
    if (isReplayed) void reply.header('idempotent-replayed', 'true');
    return answer;
  }
}

/** What the owner gets to see of the body; /token's own needs the credentials in the header besides. */
async function readBody(route: Route, { body, headers }: PublicRequest): Promise<unknown> {
  if (route.method !== 'POST') return undefined;
  const bytes = Buffer.isBuffer(body) ? body : NO_BODY;
  if (route.access !== 'anyone') return parseJsonBody(bytes);
  const { authorization } = headers;
  return {
    form: await parseTokenForm(bytes, headers['content-type'] ?? ''),
    ...(authorization !== undefined && { authorization }),
  };
}
