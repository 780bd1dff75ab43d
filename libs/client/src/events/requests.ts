import type { RequestList } from '../api/types.js';
import type { Authenticator, Transport } from '../calls/transport.js';
import { streamOf, type StreamOptions } from './stream.js';

export interface RequestsOptions {
  /** Begins after this cursor; without it, with new requests. */
  readonly after?: string;
  /** Requests of applications, or of people who use the console or the command line; all by default. */
  readonly by?: 'application' | 'person' | 'all';
  /** Classes like `4xx`, or three digits. A request with any of them matches. */
  readonly status?: readonly string[];
  readonly method?: readonly string[];
  /** Written like `/customers/{id}`, as in the API's document. */
  readonly route?: readonly string[];
  readonly signal?: AbortSignal;
  /** Called with the cursor at which each connection begins, and with those that a filter skips. */
  readonly onPosition?: (cursor: string) => void | Promise<void>;
  /** Called with the reason when the connection is lost: at once, or after 25 seconds of silence. */
  readonly onPause?: (reason: unknown) => void;
  /**
   * Called if data was restored from a backup, and the place where the stream should continue is of a time that is
   * lost. Returns the place after which it continues, or undefined for now. Without this function the stream ends with
   * the refusal.
   */
  readonly onRestart?: StreamOptions['onRestart'];
}

/** A request as lists of the log show it. A stream can continue after its cursor. */
export interface LoggedRequest {
  readonly cursor: string;
  readonly request: RequestList['_embedded']['requests'][number];
}

/**
 * Yields requests as they are recorded, each once, for as long as the caller reads.
 *
 * @throws ApiError if the stream will never be given; the signal's reason
 */
export async function* tailRequests(
  transport: Transport,
  tokens: Authenticator,
  { by, status = [], method = [], route = [], onPosition, ...options }: RequestsOptions,
): AsyncGenerator<LoggedRequest, void> {
  const filters = Object.entries({ by: by === undefined ? [] : [by], status, method, route }).flatMap(
    ([name, values]) => values.map((value) => [name, value]),
  );
  const query = new URLSearchParams(filters).toString();
  for await (const { event, id, data } of streamOf(
    transport,
    tokens,
    `/requests/stream${query && `?${query}`}`,
    options,
  )) {
    if (event === 'request') yield { cursor: id, request: JSON.parse(data) as LoggedRequest['request'] };
    else await onPosition?.(id);
  }
}
