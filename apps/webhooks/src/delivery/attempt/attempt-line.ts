import type { RequestLine } from '@halyard/observability';
import type { PublicEvent } from '../../event/public-event.js';
import type { AttemptResult } from '../delivery.js';

interface MadeAttempt {
  readonly url: string;
  readonly result: AttemptResult;
  readonly durationMs: number;
}

/** Describes an attempt in one line. It shows only the origin of the URL, because path and query may be secret. */
export const attemptLine = (
  { tries, event }: { readonly tries: number; readonly event: Pick<PublicEvent, 'topic'> },
  { url, result, durationMs }: MadeAttempt,
): RequestLine => ({
  kind: 'webhook attempt',
  method: 'POST',
  target: new URL(url).origin,
  ...('statusCode' in result ? { status: result.statusCode } : { code: result.error }),
  durationMs,
  notes: [event.topic, ...(tries > 0 ? [`attempt ${tries + 1}`] : [])],
});
