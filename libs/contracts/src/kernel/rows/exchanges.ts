/**
 * How the requests and answers of a route that is not plain pass through the gateway.
 *
 * - `raw`: bytes of declared media types. In each direction they are complete before they go on.
 * - `stream`: bytes that go on as they come, in either direction: uploads, downloads, Server-Sent Events.
 * - `passthrough`: pages. Redirects pass as well, and so do the cookies that the route names. They concern only the
 *   browser and the owner.
 *
 * A plain route takes and answers JSON, which the gateway renders as HAL. A route of any kind may answer JSON.
 */
export type ExchangeKind = 'raw' | 'stream' | 'passthrough';

export interface ExchangeLimits {
  /** Bytes of a request's body. */
  readonly bytesIn: number;
  /** Bytes of an answer's body. */
  readonly bytesOut: number;
  /** From the admission of the request until the last byte of its answer has left. */
  readonly timeMs: number;
  /** The receiving side may leave the next bytes unread for this long. */
  readonly stalledMs: number;
  /** Requests at a time. Further requests are refused at once. Each route has its own budget. */
  readonly inFlightMax: number;
  /** The part of `inFlightMax` that one application may use. On a route without tokens, the part of one network. */
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

/** The limits of a route that does not declare others. */
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

/** Header fields, by their names in lower case. Several fields of one name are a list. */
export type HeaderFields = Readonly<Record<string, string | readonly string[]>>;

interface PassedFields {
  readonly request: readonly string[];
  readonly answer: readonly string[];
}

/**
 * Fields that describe bytes, or choose among them (RFC 9110, 8 and 12; RFC 9111), and fields that tell a browser how
 * to treat them.
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
 * The header fields that pass to an owner and back to the client. No other field passes in either direction. An owner's
 * field replaces the field that the gateway adds to every answer.
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
      // The network by which the gateway limits the client's address.
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

/** Such an answer has no end of its own. It ends when either side stops, and clients reconnect. */
export const EVENT_STREAM = 'text/event-stream';
