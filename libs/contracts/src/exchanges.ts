/**
 * What passes on a route, for the gateway and for whoever carries the call.
 *
 * - `document`: JSON in, a document out, which the gateway renders as HAL.
 * - `raw`: bytes of declared media types, each way whole before it goes on.
 * - `stream`: bytes that go on as they come, either way: uploads, downloads, Server-Sent Events.
 * - `passthrough`: pages. Cookies and redirects pass besides, and are the browser's and the owner's business alone.
 *
 * A route of any kind may answer a document.
 */
export type RouteKind = 'document' | ExchangeKind;

export const exchangeKinds = ['raw', 'stream', 'passthrough'] as const;
export type ExchangeKind = (typeof exchangeKinds)[number];

export interface ExchangeLimits {
  /** Of a request's body. */
  readonly bytesIn: number;
  /** Of an answer's. */
  readonly bytesOut: number;
  /** From when the request was let in until the last byte of its answer has left. */
  readonly timeMs: number;
  /** For how long whoever is to take the next bytes may leave them where they are. */
  readonly stalledMs: number;
  /** Requests at a time; what is beyond is turned away at once. Each route has a budget of its own. */
  readonly inFlightMax: number;
}

const KIB = 1_024;
const MIB = 1_024 * KIB;
const MINUTE_MS = 60_000;

/** What a route has unless it says otherwise. */
export const exchangeLimits: Readonly<Record<ExchangeKind, ExchangeLimits>> = {
  raw: { bytesIn: 256 * KIB, bytesOut: MIB, timeMs: 20_000, stalledMs: 20_000, inFlightMax: 64 },
  stream: { bytesIn: 128 * MIB, bytesOut: 1_024 * MIB, timeMs: 10 * MINUTE_MS, stalledMs: 30_000, inFlightMax: 64 },
  passthrough: { bytesIn: 64 * KIB, bytesOut: MIB, timeMs: 20_000, stalledMs: 20_000, inFlightMax: 64 },
};

/** Header fields, by names in lower case. Several fields of one name are a list. */
export type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

interface PassedFields {
  readonly request: readonly string[];
  readonly answer: readonly string[];
}

/** What describes bytes and chooses among them (RFC 9110, 8 and 12; RFC 9111), and how a browser may treat them. */
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
 * The header fields that reach an owner, and those of its answer that reach the client: no other does, in either
 * direction. An owner's field takes the place of the one that the gateway gives every answer.
 */
export const passedFields: Readonly<Record<ExchangeKind, PassedFields>> = {
  raw: ofBytes,
  stream: {
    request: [...ofBytes.request, 'if-range', 'last-event-id', 'range'],
    answer: [...ofBytes.answer, 'accept-ranges', 'content-range'],
  },
  passthrough: {
    // The gateway itself writes x-forwarded-*: an owner that makes links or redirects needs to know what it is called.
    request: [
      ...ofBytes.request,
      'authorization',
      'cookie',
      'origin',
      'referer',
      'sec-fetch-dest',
      'sec-fetch-mode',
      'sec-fetch-site',
      'user-agent',
      'x-forwarded-host',
      'x-forwarded-proto',
    ],
    answer: [
      ...ofBytes.answer,
      'cross-origin-opener-policy',
      'location',
      'permissions-policy',
      'referrer-policy',
      'set-cookie',
      'www-authenticate',
      'x-frame-options',
    ],
  },
};

/** Its answers come to no end by themselves: they end when one of the two sides stops, and clients ask again. */
export const EVENT_STREAM = 'text/event-stream';
