import type { RequestList } from '../api/types.js';
import type { Authenticator, Transport } from '../calls/transport.js';
import { streamOf } from './stream.js';

export interface RequestsOptions {
  /** The cursor after which requests are told; without it they begin now. */
  readonly after?: string;
  /** Those of applications, or of persons who use the console or the command line; all by default. */
  readonly by?: 'application' | 'person' | 'all';
  /** Classes like `4xx`, or three digits: any of them. */
  readonly status?: readonly string[];
  readonly method?: readonly string[];
  /** As the document has them: `/customers/{id}`. */
  readonly route?: readonly string[];
  readonly signal?: AbortSignal;
  /** Called with the cursor of each connection's beginning, and of what a filter has passed over. */
  readonly onPosition?: (cursor: string) => void | Promise<void>;
  /** Called when there is no connection, with the reason: at once, or 25 seconds after nothing came any more. */
  readonly onPause?: (reason: unknown) => void;
}

/** A request as the log has it in lists, and its cursor, after which a stream can continue. */
export interface LoggedRequest {
  readonly cursor: string;
  readonly request: RequestList['_embedded']['requests'][number];
}

/**
 * Requests of the account as they are recorded, each once, for as long as it is read.
 *
 * @throws ApiError for a stream that will never be given; the signal's reason
 */
export async function* tailRequests(
  transport: Transport,
  tokens: Authenticator,
  { by, status = [], method = [], route = [], onPosition, ...options }: RequestsOptions,
): AsyncGenerator<LoggedRequest, void> {
  const filters = Object.entries({ by: by === undefined ? [] : [by], status, method, route }).flatMap(([name, values]) =>
    values.map((value) => [name, value]),
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
