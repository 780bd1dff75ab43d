import { Injectable } from '@nestjs/common';
import type { Route } from '@halyard/contracts';
import { validationError } from '@halyard/core';
import { withRequestId, withSpan } from '@halyard/observability';
import type { FastifyReply } from 'fastify';
import { concretePath, Forwarder } from '../forwarding/forwarder.js';
import { checkQuery, parseJsonBody } from '../media/request-body.js';
import { parseTokenForm } from '../media/token-form.js';
import type { PublicRequest } from './call.js';
import { sendAnswer } from './replies.js';

const NO_BODY = Buffer.alloc(0);
/** 1 to 255 printable ASCII characters (decisions, "Idempotency-Key"). */
const KEY = /^[\x20-\x7e]{1,255}$/;

/** Carries out a request that was admitted. */
@Injectable()
export class RequestHandler {
  constructor(private readonly forwarder: Forwarder) {}

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
    const key = keyOf(route, request);
    const answer = await this.forwarder.forward(route, {
      requestId,
      key,
      principal: call.principal,
      path,
      query,
      body,
    });
    if (answer.isReplayed) void reply.header('idempotent-replayed', 'true');
    return sendAnswer(request, reply, call, answer);
  }
}

/**
 * The Idempotency-Key, which counts where something is asked for that is to be done once.
 *
 * @throws DomainError ValidationError
 */
function keyOf({ method, access }: Route, { headers }: PublicRequest): string | undefined {
  const given = headers['idempotency-key'];
  if (given === undefined || method !== 'POST' || access === 'anyone') return undefined;
  const key = [given].flat().join(', ');
  if (KEY.test(key)) return key;
  throw validationError({
    code: 'InvalidFormat',
    message: 'Idempotency-Key invalid.',
    path: '/headers/Idempotency-Key',
  });
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
