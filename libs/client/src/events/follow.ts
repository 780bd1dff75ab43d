import type { Authenticator, Transport } from '../calls/transport.js';
import type { WebhookEvent } from '../webhooks/event.js';
import { streamOf } from './stream.js';

export interface EventsOptions {
  /** The position after which events are told; without it they begin now. */
  readonly after?: string;
  readonly topics?: readonly string[];
  readonly signal?: AbortSignal;
  /** Called with the position of each connection's beginning, and of what a filter has passed over. */
  readonly onPosition?: (position: string) => void | Promise<void>;
  /** Called when there is no connection, with the reason: at once, or 25 seconds after nothing came any more. */
  readonly onPause?: (reason: unknown) => void;
}

/** An event of the account, as webhooks tell it, and its position, after which a stream can continue. */
export interface PositionedEvent {
  readonly position: string;
  readonly event: WebhookEvent;
}

/**
 * Events as they happen, each once, for as long as it is read.
 *
 * @throws ApiError for a stream that will never be given, 410 where the next event is no longer kept; the signal's reason
 */
export async function* follow(
  transport: Transport,
  tokens: Authenticator,
  { topics = [], onPosition, ...options }: EventsOptions,
): AsyncGenerator<PositionedEvent, void> {
  const query = new URLSearchParams(topics.map((topic) => ['topic', topic])).toString();
  const path = `/events/stream${query && `?${query}`}`;
  for await (const { event, id, data } of streamOf(transport, tokens, path, options)) {
    if (event === 'message') yield { position: id, event: JSON.parse(data) as WebhookEvent };
    else await onPosition?.(id);
  }
}
