/**
 * How requests and answers of a route pass through the gateway.
 *
 * - `plain`: JSON in, JSON out, which the gateway renders as HAL.
 * - `raw`: bytes of declared media types, complete in each direction before they go on.
 * - `stream`: bytes that go on as they come, in either direction: uploads, downloads, Server-Sent Events.
 * - `passthrough`: pages. Redirects pass as well, and the cookies that the route names; they concern only the browser and
 *   the owner.
 *
 * A route of any kind may answer JSON.
 */
export type RouteKind = 'plain' | ExchangeKind;

export type ExchangeKind = 'raw' | 'stream' | 'passthrough';

export interface ExchangeLimits {
  /** Bytes of a request's body. */
  readonly bytesIn: number;
  /** Bytes of an answer's body. */
  readonly bytesOut: number;
  /** From the admission of the request until the last byte of its answer has left. */
  readonly timeMs: number;
  /** How long the receiving side may leave the next bytes unread. */
  readonly stalledMs: number;
  /** Requests at a time; further ones are refused at once. Each route has its own budget. */
  readonly inFlightMax: number;
  /** Of these, the requests of one application; on a route without tokens, of one network. */
  readonly ofOneCallerMax: number;
}

const KIB = 1_024;
const MIB = 1_024 * KIB;
const MINUTE_MS = 60_000;

const pages: ExchangeLimits = {
  bytesIn: 64 * KIB,
  bytesOut: MIB,
  timeMs: 20_000,
  stalledMs: 20_000,
  inFlightMax: 64,
  ofOneCallerMax: 32,
};

/** The limits of a route unless it declares others. */
export const exchangeLimits: Readonly<Record<ExchangeKind, ExchangeLimits>> = {
  raw: { ...pages, bytesIn: 256 * KIB },
  stream: {
    bytesIn: 128 * MIB,
    bytesOut: 1_024 * MIB,
    timeMs: 10 * MINUTE_MS,
    stalledMs: 30_000,
    inFlightMax: 64,
    ofOneCallerMax: 16,
  },
  passthrough: pages,
};

/** Header fields, by names in lower case. Several fields of one name are a list. */
export type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

interface PassedFields {
  readonly request: readonly string[];
  readonly answer: readonly string[];
}

/**
 * Fields that describe bytes and choose among them (RFC 9110, 8 and 12; RFC 9111), and how a browser may treat them.
 */
const ofBytes: PassedFields = {
  request: ['accept', 'accept-language', 'content-length', 'content-type', 'if-modified-since', 'if-none-match'],
  answer: [
    'cache-control',
    'content-disposition',
    'content-language',
    'content-length',
    'content-security-policy',
    'content-type',
    'etag',
    'last-modified',
    'retry-after',
    'vary',
  ],
};

/**
 * The header fields that pass to an owner, and back to the client: no other does, in either direction. An owner's field
 * replaces the one that the gateway adds to every answer.
 */
export const passedFields: Readonly<Record<ExchangeKind, PassedFields>> = {
  raw: ofBytes,
  stream: {
    request: [...ofBytes.request, 'if-range', 'last-event-id', 'range'],
    answer: [...ofBytes.answer, 'accept-ranges', 'content-range'],
  },
  passthrough: {
    // The gateway itself writes x-forwarded-*: an owner that makes links or redirects needs its public address.
    request: [
      ...ofBytes.request,
      'accept-encoding',
      'authorization',
      'cookie',
      'origin',
      'referer',
      'sec-fetch-dest',
      'sec-fetch-mode',
      'sec-fetch-site',
      'user-agent',
      'x-console',
      // Whom the gateway takes the client for, where it limits addresses.
      'x-client-network',
      'x-forwarded-host',
      'x-forwarded-proto',
    ],
    answer: [
      ...ofBytes.answer,
      'content-encoding',
      'cross-origin-opener-policy',
      'location',
      'permissions-policy',
      'referrer-policy',
      'set-cookie',
      'strict-transport-security',
      'www-authenticate',
      'x-frame-options',
    ],
  },
};

/** Its answers have no end of their own: they end when either side stops, and clients reconnect. */
export const EVENT_STREAM = 'text/event-stream';
