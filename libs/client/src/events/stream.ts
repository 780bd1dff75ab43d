import { pause, untilAborted } from '../calls/deadline.js';
import { type Authenticator, backoffMs, isExpired, refusalOf, type Transport } from '../calls/transport.js';
import { ApiError, ConnectionError } from '../errors.js';
import { type Frame, framesOf } from './frames.js';

export interface StreamOptions {
  /** Continues after this id; without it, the stream begins now. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the reason when the connection is lost: at once, or after 25 seconds of silence. */
  readonly onPause?: ((reason: unknown) => void) | undefined;
  /**
   * Called if data was restored from a backup, and the id after which the stream should continue is of a time that is
   * lost. Returns the id after which it continues, or undefined for now. Without this function the stream ends with the
   * refusal.
   */
  readonly onRestart?: ((refusal: ApiError) => string | undefined | Promise<string | undefined>) | undefined;
}

const isLostPlace = ({ errors }: ApiError): boolean =>
  errors.some(({ code, path }) => code === 'Invalid' && path === '/headers/Last-Event-ID');

/** Heartbeats come every 15 seconds, so a connection that is silent for this long is lost. */
const SILENCE_MS = 25_000;

/** Aborts a connection that is silent, or whose reader is done. */
class Watch {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly caller: AbortSignal | undefined) {
    caller?.addEventListener('abort', this.end);
    this.heard();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  readonly heard = (): void => {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.lose, SILENCE_MS);
  };

  rest(): void {
    clearTimeout(this.timer);
  }

  private readonly lose = (): void => {
    this.controller.abort(new ConnectionError(`nothing came for ${SILENCE_MS / 1_000} seconds`));
    this.end();
  };

  readonly end = (): void => {
    clearTimeout(this.timer);
    this.caller?.removeEventListener('abort', this.end);
    this.controller.abort();
  };
}

type NumberedFrame = Frame & { readonly id: string };

/**
 * Yields the frames of an API stream, each once, for as long as the caller reads. Streams end after minutes, with their
 * token, and when the suite restarts. The next connection continues after the last frame.
 *
 * @throws ApiError if the stream will never be given; the signal's reason
 */
export async function* streamOf(
  transport: Transport,
  tokens: Authenticator,
  path: string,
  { after, signal, onPause, onRestart }: StreamOptions,
): AsyncGenerator<NumberedFrame, void> {
  const url = transport.urlOf(path);
  let last = after;
  let failures = 0;
  let hasRenewed = false;
  for (;;) {
    signal?.throwIfAborted();
    const watch = new Watch(signal);
    let authorization = '';
    let askedMs = 0;
    try {
      authorization = await untilAborted(tokens.authorization(), watch.signal);
      const headers = { accept: 'text/event-stream', ...(last !== undefined && { 'last-event-id': last }) };
      const answer = await transport.open(
        { method: 'GET', url, headers, authorization, attempt: failures + 1 },
        watch.signal,
      );
      if (answer.status !== 200 || !answer.body) throw refusalOf(answer.status, answer.headers, await answer.text());
      for await (const { id, ...frame } of framesOf(answer.body, watch.heard)) {
        if (id === undefined) continue;
        failures = 0;
        hasRenewed = false;
        last = id;
        // While the caller is busy nothing is read, so silence means nothing.
        watch.rest();
        yield { ...frame, id };
        watch.heard();
      }
    } catch (thrown) {
      signal?.throwIfAborted();
      // An aborted connection's own error does not tell why.
      const error: unknown = watch.signal.aborted ? watch.signal.reason : thrown;
      if (isExpired(error) && !hasRenewed) {
        hasRenewed = true;
        tokens.expire(authorization);
      } else if (error instanceof ApiError && !error.isRetryable && error.status < 500) {
        if (!onRestart || !isLostPlace(error)) throw error;
        last = await onRestart(error);
      } else onPause?.(error);
      askedMs = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
    } finally {
      watch.end();
    }
    failures += 1;
    await pause(Math.max(backoffMs(failures), askedMs), signal);
  }
}
