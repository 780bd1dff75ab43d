import type { Authenticator, Transport } from '../calls/transport.js';
import type { WebhookEvent } from '../webhooks/event.js';
import { streamOf, type StreamOptions } from './stream.js';

export interface EventsOptions {
  /** Begins after this position; without it, with new events. */
  readonly after?: string;
  readonly topics?: readonly string[];
  readonly signal?: AbortSignal;
  /** Called with the position at which each connection begins, and with those that a filter skips. */
  readonly onPosition?: (position: string) => void | Promise<void>;
  /** Called with the reason when the connection is lost: at once, or after 25 seconds of silence. */
  readonly onPause?: (reason: unknown) => void;
  /**
   * Called if data was restored from a backup, and the place where the stream should continue is of a time that is
   * lost. Returns the place after which it continues, or undefined for now. Without this function the stream ends with
   * the refusal.
   */
  readonly onRestart?: StreamOptions['onRestart'];
}

/** An event of the account, as webhooks tell it. A stream can continue after its position. */
export interface PositionedEvent {
  readonly position: string;
  readonly event: WebhookEvent;
}

/**
 * Yields events as they happen, each once, for as long as the caller reads.
 *
 * @throws ApiError if the stream will never be given, 410 if the next event is no longer kept; the signal's reason
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
