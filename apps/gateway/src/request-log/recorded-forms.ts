import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApplicationPrincipal, type ResourceRef, type Route, routedPath } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import {
  redacted,
  type Redaction,
  redactionOf,
  type Replacements,
  type RequestRules,
} from '@halyard/contracts/redaction';
import {
  RECORDED_BODY_BYTES_MAX,
  type RecordedRequest,
  type RequestContent,
  type RequestSummary,
} from '@halyard/contracts/requests';
import { isId } from '@halyard/core';
import { isKey } from '@halyard/input';
import { traceIdOf, untracedTraceparent } from '@halyard/observability';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textOf } from '../media/request-body.js';
import type { ServedRoutes } from '../served-routes.js';
import { redactionOfAnswer } from './answer-rules.js';
import { idsIn, resourceIn } from './path-resources.js';
import type { RequestRecord } from './request-record.js';
import { Targets } from './targets.js';

/** The build writes it from the rules of bodies and queries (tools/derived.ts). */
const file = join(import.meta.dirname, '..', '..', 'dist', 'redaction.json');
const HEADER_LENGTH_MAX = 512;
/** Recorded if the client has gone before the answer; no server sends it. */
const CLIENT_CLOSED_REQUEST = 499;
const REQUEST_TIMEOUT = 408;

interface FinishedRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly principal: ApplicationPrincipal;
  readonly address: string;
}

type Half = RequestContent['request'];

/** The forms of requests and answers in the log, without secrets and personal data (ADR 94). */
export class RecordedForms {
  private readonly targets: Targets;
  private readonly byPlace: ReadonlyMap<string, Route>;
  private readonly templates: ReadonlyMap<Route, string>;
  private readonly bodies: ReadonlyMap<Route, Redaction>;

  constructor({ all }: ServedRoutes) {
    const rules = JSON.parse(readFileSync(file, 'utf8')) as RequestRules;
    this.targets = new Targets(all, rules);
    this.byPlace = new Map(all.map((route) => [`${route.method} ${routedPath(route.path)}`, route]));
    this.templates = new Map(all.map((route) => [route, templateOf(route)]));
    this.bodies = new Map(
      Object.entries<Route>(publicRoutes).flatMap(([name, route]) => {
        const rule = rules.bodies[name];
        return rule === undefined ? [] : [[route, redactionOf(rule)] as const];
      }),
    );
  }

  of(finished: FinishedRequest): RecordedRequest {
    const { request, reply, principal } = finished;
    const { id, method, record, headers } = request;
    const route = this.routeOf(request);
    const made = record?.answer?.type === 'created' ? record.answer.resource : undefined;
    const resource = made ?? resourceIn(request.url, route);
    const ids = idsIn(request.url, route);
    // A part's id follows that of the whole: a retry's follows its webhook's.
    const resourceId = [resource?.id.split('/').at(-1), ids.at(-1)].find((one) => one !== undefined && isId(one));
    const key = keyIn(headers);
    return {
      id,
      accountId: principal.accountId,
      method,
      ...(route && { route: this.templates.get(route) }),
      ...outcomeOf(request, reply),
      applicationId: principal.applicationId,
      ...(principal.userId !== undefined && { personId: principal.userId }),
      ...(principal.isFirstParty && { isFirstParty: true }),
      ...withIds(resourceId, ids),
      trace: traceIdOf(record?.traceparent ?? untracedTraceparent(id, [headers['traceparent'] ?? []].flat()[0])),
      ...(key !== undefined && { key }),
      summary: this.summaryOf(finished, route, resource),
      content: this.contentOf(finished, route),
    };
  }

  routeOf({ method, routeOptions }: FastifyRequest): Route | undefined {
    return this.byPlace.get(`${method === 'HEAD' ? 'GET' : method} ${routeOptions.url ?? ''}`);
  }

  private summaryOf(
    { request, reply, address }: FinishedRequest,
    route: Route | undefined,
    resource: ResourceRef | undefined,
  ): string {
    const summary: RequestSummary = {
      path: this.targets.targetOf(request.url, route),
      durationMs: Math.max(0, Math.round(reply.elapsedTime * 1_000) / 1_000),
      address,
      ...(reply.hasHeader('idempotent-replayed') && { isReplayed: true }),
      ...(resource && { resource }),
    };
    return JSON.stringify(summary);
  }

  private contentOf({ request, reply }: FinishedRequest, route: Route | undefined): string {
    const { hasBodies, body = jsonIn(request), answer, rendered, isCut, received, sent } = request.record ?? nothing;
    const { method, headers, call } = request;
    const length = Buffer.isBuffer(request.body) ? request.body.length : received;
    const asked: Half = {
      headers: named((name) => headers[name], ['accept', 'content-type', 'user-agent']),
      bytes: length ?? lengthIn(headers['content-length']),
    };
    const got: Half = {
      headers: this.answerHeaders(reply, route),
      bytes: method === 'HEAD' ? 0 : (sent ?? lengthIn(reply.getHeader('content-length'))),
    };
    if (!hasBodies) return `{"request":${JSON.stringify(asked)},"response":${JSON.stringify(got)}}`;

    const isRefused = answer?.type === 'error';
    const hrefOf = (href: string): string =>
      isRefused ? this.targets.addressOf(href) : route ? this.targets.linkOf(href, route) : href;
    const replaced = { baseUrl: call?.baseUrl ?? '', hrefOf };
    const rule = (route && this.bodies.get(route)) ?? undeclared;
    const gotRule = answer && method !== 'HEAD' ? redactionOfAnswer(answer) : undefined;
    const askedText = withBody(asked, asked.bytes === 0 ? undefined : body, rule, { ...replaced, isCut });
    return `{"request":${askedText},"response":${withBody(got, rendered, gotRule, replaced)}}`;
  }

  /** The address of a created resource is ours. A redirection contains the path and query that the client sent. */
  private answerHeaders(reply: FastifyReply, route: Route | undefined): Half['headers'] {
    const headers = named((name) => reply.getHeader(name), ['content-type', 'location', 'retry-after']);
    const { location } = headers;
    if (location === undefined || reply.statusCode < 300) return headers;
    return { ...headers, location: this.targets.addressOf(location, route) };
  }
}

/** If a request ended without an answer of its route, the outcome is the answer of the connection itself. */
function outcomeOf(
  { arrival, refusal }: FastifyRequest,
  { raw, statusCode }: FastifyReply,
): Pick<RecordedRequest, 'status' | 'code'> {
  if (raw.headersSent) return { status: statusCode, ...(refusal !== null && { code: refusal }) };
  return arrival?.isLate ? { status: REQUEST_TIMEOUT, code: 'BadRequest' } : { status: CLIENT_CLOSED_REQUEST };
}

const nothing: RequestRecord = { hasBodies: false };

/** The JSON of a body. It is parsed here if the request was refused before anybody parsed it. */
function jsonIn({ body, record }: FastifyRequest): unknown {
  const bytes = Buffer.isBuffer(body) ? body : record?.unread;
  if (!bytes) return undefined;
  try {
    return JSON.parse(textOf(bytes));
  } catch {
    return undefined;
  }
}

function withBody(
  half: Half,
  body: unknown,
  rule: Redaction | undefined,
  { isCut = false, ...replaced }: Replacements & { readonly isCut?: boolean | undefined },
): string {
  const head = JSON.stringify(half);
  if (body === undefined || !rule) return head;
  const { text, isTruncated } = redacted(body, rule, RECORDED_BODY_BYTES_MAX, replaced);
  return `${head.slice(0, -1)},"body":${text}${isTruncated || isCut ? ',"truncated":true' : ''}}`;
}

/** The rule for a route without a body: each field is unknown. */
const undeclared = redactionOf({ fields: {} });

/** `/customers/:id` -> `/customers/{id}` */
const templateOf = ({ path }: Route): string => path.replaceAll(/:(\w+)/g, '{$1}');

function keyIn(headers: FastifyRequest['headers']): string | undefined {
  const given = headers['idempotency-key'];
  const key = given === undefined ? undefined : [given].flat().join(', ');
  return key !== undefined && isKey(key) ? key : undefined;
}

function withIds(
  resourceId: string | undefined,
  ids: readonly string[],
): Pick<RecordedRequest, 'resourceId' | 'pathId'> {
  const pathId = ids.find((id) => id !== resourceId);
  return { ...(resourceId !== undefined && { resourceId }), ...(pathId !== undefined && { pathId }) };
}

type Field = string | number | readonly string[] | undefined;

function named(fieldOf: (name: string) => Field, names: readonly string[]): Half['headers'] {
  const headers: Record<string, string> = {};
  for (const name of names) {
    const value = fieldOf(name);
    if (value !== undefined) headers[name] = String(value).slice(0, HEADER_LENGTH_MAX);
  }
  return headers;
}

const lengthIn = (field: unknown): number => {
  const length = Number(field);
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
};
