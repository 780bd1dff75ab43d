import type { ApiError } from '@halyard/client';
import { type Api, CONNECT_MS } from '../api/api.js';
import type { CommonOptions, Context } from '../context.js';
import { CommandFailure, exits, isApiError } from '../exit-codes.js';

/** How long a stream may be without a connection once it has had one. */
const LATER_MS = 300_000;

interface ConnectionWatch {
  /** Ends the stream: with the command, or when there was no connection for too long. */
  readonly signal: AbortSignal;
  readonly onPause: (reason: unknown) => void;
  /** Called with everything that comes over a connection. */
  readonly onPosition: () => void;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Says when a stream has lost its connection, and ends it if the connection does not come back. */
export function watchConnection({ note }: Context, api: Api, { timeout }: CommonOptions): ConnectionWatch {
  const controller = new AbortController();
  let isLost = false;
  let refusal: ApiError | undefined;
  let patienceMs = timeout ?? CONNECT_MS;
  let timer: NodeJS.Timeout | undefined;
  const giveUp = (): void => {
    const message = `${api.profile.baseUrl} can't be reached within ${patienceMs / 1_000} s`;
    controller.abort(refusal ?? new CommandFailure(message, exits.unreachable));
  };
  const wait = (): void => {
    timer ??= setTimeout(giveUp, patienceMs).unref();
  };
  wait();
  return {
    signal: AbortSignal.any([api.ended, controller.signal]),
    onPause: (reason) => {
      refusal = isApiError(reason) ? reason : undefined;
      const seconds = refusal?.retryAfter ?? 0;
      const isTooLong = seconds * 1_000 > patienceMs;
      const again = seconds > 0 && !isTooLong ? ` Trying again in ${seconds} s.` : '';
      if (!isLost) note(`no connection: ${messageOf(reason)}${again}`);
      isLost = true;
      if (isTooLong) giveUp();
      else wait();
    },
    onPosition: () => {
      clearTimeout(timer);
      timer = undefined;
      patienceMs = timeout ?? LATER_MS;
      if (isLost) note('connected again');
      isLost = false;
    },
  };
}
