import { Injectable } from '@nestjs/common';
import { ConsoleRequests } from '../console/console-requests.js';
import { ApiDescriptions } from '../api-descriptions/api-descriptions.js';
import { DocumentationSite } from '../documentation/documentation-site.js';
import { isOfSite } from '../documentation/site-routes.js';
import type { ExchangeRoute, HeaderFields } from '@halyard/contracts';
import { atAnswerEnd, Bytes } from '@halyard/http';
import { currentTraceparent, withRequestId, withSpan } from '@halyard/observability';
import type { FastifyReply } from 'fastify';
import { hasBody } from '../edge/arrivals.js';
import { concretePath, Forwarder, pathBelow } from '../forwarding/forwarder.js';
import { RequestLimits } from '../limits/request-limits.js';
import { recordForm } from '../request-log/multipart-form.js';
import { countSent, note } from '../request-log/request-record.js';
import { Authenticator } from '../tokens/authenticator.js';
import { preferredBytes } from '../media/accept.js';
import { publicFile } from '../media/compression.js';
import { checkQuery, PAGE_QUERY_LENGTH_MAX, refusePast } from '../media/request-body.js';
import { callOf, type PublicCall, type PublicRequest } from './call.js';
import { sendAnswer } from './replies.js';
import { keyOf, traceparentIn } from './request-handler.js';

/** Carries out an admitted request to a route of another kind than `plain` (ADR 33). */
@Injectable()
export class ExchangeHandler {
  constructor(
    private readonly forwarder: Forwarder,
    private readonly authenticator: Authenticator,
    private readonly descriptions: ApiDescriptions,
    private readonly site: DocumentationSite,
    private readonly limits: RequestLimits,
    private readonly console: ConsoleRequests,
  ) {}

  handle(route: ExchangeRoute, request: PublicRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id } = request;
    const traceparent = traceparentIn(request);
    return withRequestId(id, () =>
      withSpan(`${route.method} ${route.path}`, { kind: 'SERVER', traceparent }, () =>
        this.answer(route, request, reply),
      ),
    );
  }

  private async answer(route: ExchangeRoute, request: PublicRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { id: requestId, params, query, headers } = request;
    const call = callOf(request);
    note(request, { traceparent: currentTraceparent() });
    checkQuery(query, route.kind === 'passthrough' ? PAGE_QUERY_LENGTH_MAX : undefined);
    refusePast(route, query);
    if (route.owner === 'gateway') return sendBytes(request, reply, await this.ownAnswer(route, request), route);
    const gone = new AbortController();
    atAnswerEnd(reply.raw, () => gone.abort());
    // The unread rest of a body is discarded, so that the connection can be used again.
    reply.raw.once('finish', () => request.raw.resume());
    const stopping = this.untilEnd(route, request, reply);
    const body = route.method !== 'GET' && hasBody(headers) ? request.raw : undefined;
    if (body && call.principal) recordForm(request);
    const answer = await this.forwarder.exchange(route, {
      requestId,
      key: keyOf(route, request),
      principal: call.principal,
      path: route.path.endsWith('/*') ? pathBelow(request.url) : concretePath(route, params),
      query,
      traceparent: traceparentIn(request),
      headers: {
        ...fieldsOf(headers, call),
        ...chosenType(route, call, headers.accept),
        'x-client-network': this.limits.networkOf(request),
      },
      body,
      signal: gone.signal,
      stopping,
    });
    if (route.owner === 'console' && answer instanceof Bytes && 'set-cookie' in answer.headers)
      this.console.forget(headers.cookie);
    if (answer instanceof Bytes) return sendBytes(request, reply, answer, route);
    if (answer.isReplayed) void reply.header('idempotent-replayed', 'true');
    return sendAnswer(request, reply, call, answer);
  }

  private ownAnswer(route: ExchangeRoute, request: PublicRequest): Promise<Bytes> {
    const { headers, params } = request;
    const { baseUrl } = callOf(request);
    if (!isOfSite(route)) return this.descriptions.answer(route, headers, baseUrl);
    return this.site.answer(route.path.replace('*', params['*'] ?? ''), headers, baseUrl);
  }

  /** An endless request ends when its token expires or is revoked, or when the gateway stops. */
  private untilEnd({ limits }: ExchangeRoute, request: PublicRequest, reply: FastifyReply): AbortSignal {
    const { server, headers } = request;
    const { principal } = callOf(request);
    if (principal?.kind !== 'application') return server.stopping;
    const ended = new AbortController();
    const { authorization } = headers;
    const leave = this.authenticator.whileStanding(authorization, principal, limits.timeMs, () => ended.abort());
    atAnswerEnd(reply.raw, leave);
    return AbortSignal.any([server.stopping, ended.signal]);
  }
}

/** The header fields for the owner. They have the client's address of the API, but no verified token. */
function fieldsOf(headers: PublicRequest['headers'], { baseUrl, principal }: PublicCall): HeaderFields {
  const { protocol, host } = new URL(baseUrl);
  const { authorization, ...others } = headers;
  const given = Object.entries({ ...others, ...(!principal && { authorization }) });
  const fields = Object.fromEntries(
    given.filter((field): field is [string, string | string[]] => field[1] !== undefined),
  );
  return { ...fields, 'x-forwarded-host': host, 'x-forwarded-proto': protocol.slice(0, -1) };
}

/** The type that was chosen, for an owner that can answer either JSON or bytes. */
const chosenType = (
  { gives, orJson }: ExchangeRoute,
  { type }: PublicCall,
  accept: string | undefined,
): HeaderFields => (orJson ? { accept: preferredBytes(accept, gives) ?? type.resource } : {});

async function sendBytes(
  request: PublicRequest,
  reply: FastifyReply,
  bytes: Bytes,
  { limits }: ExchangeRoute,
): Promise<FastifyReply> {
  const { status, headers, body } = await publicFile(bytes, request.headers['accept-encoding']);
  for (const [name, value] of Object.entries(headers)) void reply.header(name, value);
  void reply.code(status);
  if (request.method === 'HEAD' || status === 304) {
    body.destroy();
    return reply.send();
  }
  countSent(request, body);
  // The rest of the answer is in the connection's own buffers. We wait for it no longer than for anything else.
  body.once('close', () => {
    const late = setTimeout(() => reply.raw.destroy(), limits.stalledMs).unref();
    atAnswerEnd(reply.raw, () => clearTimeout(late));
  });
  return reply.send(body);
}
