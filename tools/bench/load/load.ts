import type { Latency } from '../times.ts';

/** The requests that a generator sends repeatedly, as plain data. */
export interface Load {
  /** `https://localhost:8443`, or an address for plain HTTP. */
  readonly origin: string;
  /** Certificate of the authority, PEM. */
  readonly ca?: string;
  /** Each connection has one request in flight at a time. */
  readonly connections: number;
  readonly request: RequestTemplate;
  /** The only status that counts as success. */
  readonly expected: number;
  /** Maximum number of requests; without it, requests are sent until the generator is ended. */
  readonly requestsMax?: number;
  /** Requests offered a second, over all connections; without it, as many as are answered. */
  readonly perSecond?: number;
}

/**
 * A request in which `{name}` stands for a value of that name's pool, drawn anew each time, and `{key}` for 36
 * characters that are never the same. All values of a pool have the same length. Two successive places never get the
 * same index, so that they differ when their pools are the same.
 */
export interface RequestTemplate {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly pools?: Readonly<Record<string, readonly string[]>>;
  /**
   * Name -> an earlier name in the request whose index it takes, for values that belong together: a source and its
   * owner, say.
   */
  readonly drawnWith?: Readonly<Record<string, string>>;
}

export interface LoadFigures extends Latency {
  /** The measured time in seconds, and the answers of the expected status within it. */
  readonly seconds: number;
  readonly succeeded: number;
  /** Answers of the expected status from the start of the load to the last answer: how many requests had an effect. */
  readonly succeededInAll: number;
  /** Other outcomes and how often each happened: other statuses, lost connections, no answer. */
  readonly failures: Readonly<Record<string, number>>;
  /** One unexpected answer, as an example. */
  readonly failure?: string;
  /**
   * Answers of 503, with the time since the request was written; it was sent again after a second. They are in no other
   * figure.
   */
  readonly refused?: Latency;
}
