import type { FastifyReply, FastifyRequest } from 'fastify';

const ALLOWED_ORIGIN = 'access-control-allow-origin';
/** The headers that a page may send. Cookies never: the API does not use them. */
const HEADERS = ['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'Prefer'].join(', ');
const REMEMBERED_SECONDS = 86_400;

/** Allows a page to read an answer about linking tokens, whatever the settings are. */
export function toPage(reply: FastifyReply, { origin }: FastifyRequest['headers']): void {
  void reply.removeHeader(ALLOWED_ORIGIN).header('vary', 'Origin');
  if (origin === undefined) return;
  void reply.headers({ [ALLOWED_ORIGIN]: origin, 'access-control-expose-headers': 'x-request-id, Retry-After' });
}

export const toNoPage = (reply: FastifyReply): FastifyReply => reply.removeHeader(ALLOWED_ORIGIN);

/** Fetch, "HTTP CORS protocol". */
export const preflight = (methods: readonly string[]): Readonly<Record<string, string>> => ({
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': HEADERS,
  'access-control-max-age': String(REMEMBERED_SECONDS),
});
