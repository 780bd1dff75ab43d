import type { CollectionAnswer, ErrorAnswer, ResourceAnswer } from '@halyard/contracts';
import { oauthRoutes } from '@halyard/contracts/authorization';
import type { ServiceAnswer } from '@halyard/http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { choiceOfCoding, type CodingChoice, compressed } from '../media/compression.js';
import { entityTag, entityTagOfText, hasCurrent } from '../rendering/entity-tags.js';
import { hrefOf, render, type View } from '../rendering/hal.js';
import { renderProblem, renderTokenProblem, withoutQuotes } from '../rendering/error-body.js';
import { note } from '../request-log/request-record.js';
import { callOf, type PublicCall, type PublicRequest } from './call.js';
import { toNoPage } from './cors.js';

const RETRY_AFTER_SECONDS = 1;
const TOKEN_PROBLEM_TYPE = 'application/json; charset=UTF-8';

/** Account data: a browser that stores it asks again before each use, and no shared cache stores it. */
const PRIVATE = 'private, no-cache';
const CHOSEN_BY = 'Accept, Accept-Encoding, Authorization';

type RenderableAnswer = ResourceAnswer | CollectionAnswer;

/** RFC 6750, section 3: tells a refused client how to authenticate. */
const challenges: Readonly<Record<string, string>> = {
  InvalidCredentials: 'Bearer realm="api"',
  InvalidAccessToken: 'Bearer realm="api", error="invalid_token"',
  InvalidApplicationStatus: 'Bearer realm="api", error="invalid_token"',
  InvalidAccountStatus: 'Bearer realm="api", error="invalid_token"',
  ExpiredAccessToken: 'Bearer realm="api", error="invalid_token", error_description="The access token expired"',
  InvalidScopes: 'Bearer realm="api", error="insufficient_scope"',
};

const oauthPaths: ReadonlySet<string> = new Set(Object.values(oauthRoutes).map(({ path }) => path));

/** Whether OAuth clients look for `error` at this address, even if no such route exists. */
function isForTokens({ url }: Pick<FastifyRequest, 'url'>): boolean {
  const [path = ''] = url.split('?', 1);
  return oauthPaths.has(path) || path.startsWith(`${oauthRoutes.createToken.path}/`);
}

export function sendAnswer(
  request: PublicRequest,
  reply: FastifyReply,
  call: PublicCall,
  { status, body }: ServiceAnswer,
): FastifyReply | Promise<FastifyReply> {
  switch (body.type) {
    case 'resource':
    case 'collection': {
      if (isReading(request, call, status)) return sendRead(request, reply, call, body);
      const rendered = render(body, viewOf(request));
      note(request, { answer: body, rendered });
      return sendJson(reply, status, call.type.resource, rendered);
    }
    case 'created':
      // Sets the header on the raw answer, since reply.header() lowers the case and published clients look for this
      // exact spelling.
      note(request, { answer: body });
      reply.raw.setHeader('Location', hrefOf(body.resource, call));
      return reply.code(status).send();
    case 'raw':
      if (status === 401) void reply.header('www-authenticate', 'Basic realm="api"');
      return reply.code(status).headers(body.headers).header('cache-control', 'no-store').send(body.body);
    case 'error':
      return sendError(request, reply, call, { status, body });
    case 'fact':
      throw new Error('what services tell each other was answered to a client');
  }
}

/**
 * Whether an application only reads. To prevent BREACH, we compress no answer that makes a secret, nor one to a page,
 * whose origin may be hostile.
 */
const isReading = ({ method }: PublicRequest, { principal }: PublicCall, status: number): boolean =>
  status === 200 && (method === 'GET' || method === 'HEAD') && principal?.kind === 'application';

/** Sends nothing if the client has the answer already. */
function sendRead(
  request: PublicRequest,
  reply: FastifyReply,
  call: PublicCall,
  answer: RenderableAnswer,
): FastifyReply | Promise<FastifyReply> {
  const { 'if-none-match': ifNoneMatch, 'accept-encoding': acceptEncoding } = request.headers;
  const { principal } = call;
  const caller = principal?.kind === 'application' ? principal : undefined;
  const view = { ...viewOf(request), caller };
  // Templates depend on more than the answer: on the reader, and on the forms of each route.
  const isTemplated = call.type.forms === 'templates';
  const rendered = isTemplated ? render(answer, view) : undefined;
  const templated = rendered && JSON.stringify(rendered);
  const tag = templated === undefined ? entityTag(answer, view) : entityTagOfText(templated);
  void reply.header('etag', tag).header('cache-control', PRIVATE).header('vary', CHOSEN_BY);
  if (hasCurrent(ifNoneMatch, tag)) return reply.code(304).send();
  void reply.code(200).header('content-type', call.type.resource);
  const body = rendered ?? render(answer, view);
  note(request, { answer, rendered: body });
  const text = templated ?? JSON.stringify(body);
  const choice = choiceOfCoding(acceptEncoding);
  return choice.coding === undefined ? reply.send(text) : sendCompressed(reply, Buffer.from(text), choice);
}

async function sendCompressed(reply: FastifyReply, body: Buffer, choice: CodingChoice): Promise<FastifyReply> {
  const packed = await compressed(body, choice);
  return packed ? reply.header('content-encoding', choice.coding).send(packed) : reply.send(body);
}

/** vnd.error in HAL, the OAuth 2 format for /token, or a page for a person. */
export function sendError(
  request: Pick<FastifyRequest, 'id' | 'raw' | 'url' | 'refusal' | 'record' | 'server'>,
  reply: FastifyReply,
  call: PublicCall,
  { status, body }: ServiceAnswer,
): FastifyReply {
  if (body.type !== 'error') throw new Error(`a refusal is no ${body.type}`);
  const { code, retryAfterSeconds = status === 503 ? RETRY_AFTER_SECONDS : undefined } = body;
  request.refusal = code;
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  const page = request.server.ownAnswers.pages.of(request.raw, status, request.id);
  if (page) return toNoPage(reply).code(status).headers(page.headers).send(page.body);
  if (code === 'OriginNotAllowed') void toNoPage(reply);
  void reply.header('link', request.server.helpFor(code, call.baseUrl));
  const challenge = challenges[code];
  if (challenge) void reply.header('www-authenticate', challenge);

  const problem = status === 500 ? { ...body, message: `${body.message} Request ${request.id}.` } : body;
  return isForTokens(request)
    ? sendJson(reply.header('cache-control', 'no-store'), status, TOKEN_PROBLEM_TYPE, renderTokenProblem(problem, call))
    : sendProblem(request, reply, call, { status, problem });
}

function sendProblem(
  request: Pick<FastifyRequest, 'record'>,
  reply: FastifyReply,
  call: PublicCall,
  { status, problem }: { readonly status: number; readonly problem: ErrorAnswer },
): FastifyReply {
  const rendered = renderProblem(problem, call);
  const shown = withoutQuotes(problem);
  note(request, { answer: problem, rendered: shown === problem ? rendered : renderProblem(shown, call) });
  return sendJson(reply, status, call.type.error, rendered);
}

const sendJson = (reply: FastifyReply, status: number, contentType: string, body: object): FastifyReply =>
  reply.code(status).header('content-type', contentType).send(JSON.stringify(body));

export const viewOf = (request: PublicRequest): View => {
  const { baseUrl, type } = callOf(request);
  return { baseUrl, type, query: request.query };
};
