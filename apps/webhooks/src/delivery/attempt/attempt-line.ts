import type { RequestLine } from '@halyard/observability';
import type { PublicEvent } from '../../event/public-event.js';
import type { AttemptResult } from '../delivery.js';

interface MadeAttempt {
  readonly url: string;
  readonly result: AttemptResult;
  readonly durationMs: number;
}

/** Describes an attempt in one line. It shows the address of the receiver without password and query. */
export const attemptLine = (
  { tries, event }: { readonly tries: number; readonly event: Pick<PublicEvent, 'topic'> },
  { url, result, durationMs }: MadeAttempt,
): RequestLine => ({
  kind: 'webhook attempt',
  method: 'POST',
  target: shown(new URL(url)),
  ...('statusCode' in result ? { status: result.statusCode } : { code: result.error }),
  durationMs,
  notes: [event.topic, ...(tries > 0 ? [`attempt ${tries + 1}`] : [])],
});

const shown = ({ origin, pathname, search }: URL): string => `${origin}${pathname}${search === '' ? '' : '?…'}`;
