/** What a generator sends, over and over, as plain data. */
export interface Load {
  /** `https://localhost:8443`, or plain HTTP. */
  readonly origin: string;
  /** Certificate of the authority, PEM. */
  readonly ca?: string;
  /** Each has one request on its way at a time. */
  readonly connections: number;
  readonly request: RequestTemplate;
  /** The one status that is no failure. */
  readonly expected: number;
  /** So many requests and no more; without it, until it is told to end. */
  readonly requestsMax?: number;
  /** Requests offered a second, all connections together; without it, as many as are answered. */
  readonly perSecond?: number;
}

/**
 * A request in which `{name}` stands for a value of that name's pool, drawn anew each time, and `{key}` for 36 characters
 * that are never the same. All values of a pool have one length. Two places one after the other are given different
 * values where their pools are the same.
 */
export interface RequestTemplate {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly pools?: Readonly<Record<string, readonly string[]>>;
  /** Name -> the name before it in the request at whose place it is drawn: who owns a source, say. */
  readonly drawnWith?: Readonly<Record<string, string>>;
}

export interface LoadFigures {
  /** How long was measured, and how many answers of the expected status came in that time. */
  readonly seconds: number;
  readonly succeeded: number;
  /** The same since the load began, and until the last answer: what has had an effect. */
  readonly succeededInAll: number;
  /** What came instead, each with how often: other statuses, lost connections, no answer. */
  readonly failures: Readonly<Record<string, number>>;
  /** One answer that was not expected. */
  readonly failure?: string;
  /** Answers of 503, each since its request was written; it was sent again after a second. No other figure has them. */
  readonly refused?: { readonly count: number; readonly p50Ms: number; readonly p99Ms: number };
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

export type Command =
  { readonly do: 'open'; readonly load: Load } | { readonly do: 'measure' } | { readonly do: 'end' };

/** `end` is answered once all requests are, the others at once. */
export type Reply = { readonly done: 'open' | 'measure' } | { readonly done: 'end'; readonly figures: LoadFigures };
