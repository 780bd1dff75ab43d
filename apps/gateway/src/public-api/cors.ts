/** What a page may send: the methods of the address, and these. Never cookies, which the API does not know. */
const HEADERS = ['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key'].join(', ');
const REMEMBERED_SECONDS = 86_400;

/** The answer to a preflight (Fetch, "HTTP CORS protocol"), besides what every answer carries. */
export const preflight = (methods: readonly string[]): Readonly<Record<string, string>> => ({
  'access-control-allow-methods': methods.join(', '),
  'access-control-allow-headers': HEADERS,
  'access-control-max-age': String(REMEMBERED_SECONDS),
});
