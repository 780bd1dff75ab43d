import type { FastifyReply, FastifyRequest } from 'fastify';

const ALLOWED_ORIGIN = 'access-control-allow-origin';
/** What a page may send: the methods of the address, and these headers. Never cookies, which the API does not use. */
const HEADERS = ['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'Prefer'].join(', ');
const REMEMBERED_SECONDS = 86_400;

/** The headers of every answer of a route for linking tokens: which page may read it, whatever the settings are. */
export function toPage(reply: FastifyReply, { origin }: FastifyRequest['headers']): void {
  void reply.removeHeader(ALLOWED_ORIGIN).header('vary', 'Origin');
  if (origin === undefined) return;
  void reply.headers({ [ALLOWED_ORIGIN]: origin, 'access-control-expose-headers': 'x-request-id, Retry-After' });
}

/** An answer that no page of another origin may read. */
export const toNoPage = (reply: FastifyReply): FastifyReply => reply.removeHeader(ALLOWED_ORIGIN);

/** The answer to a preflight (Fetch, "HTTP CORS protocol"), besides what every answer carries. */
export const preflight = (methods: readonly string[]): Readonly<Record<string, string>> => ({
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': HEADERS,
  'access-control-max-age': String(REMEMBERED_SECONDS),
});
