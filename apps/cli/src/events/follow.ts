import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type Api, Unserved } from '../api/api.js';

/** An event as the stream tells it: its place in the account, and the bytes that a webhook would carry. */
export interface Told {
  readonly position: string;
  readonly body: string;
}

/** What a stream tells: where it begins, each event, and how far it has come where a filter lets nothing through. */
export type Step = { readonly beginsAt: string } | { readonly passed: string } | Told;

export interface Follow {
  /** Position of the last event that is known; from now on where there is none. */
  readonly after: string | undefined;
  readonly topics: readonly string[];
  readonly signal: AbortSignal;
  /** Told each time that the suite is to be asked again, and why. */
  readonly onPause?: (reason: string) => void;
}

const PAUSE_MS = 250;
const PAUSE_MAX_MS = 5_000;

/**
 * Events as they happen, each once, for as long as it is read: streams end after minutes, with their token, and when the
 * suite is restarted, and the next one goes on where the last one ended.
 *
 * @throws Failure for what will not be served whenever it is asked for
 */
export async function* follow(api: Api, { after, topics, signal, onPause }: Follow): AsyncGenerator<Step> {
  const query = topics.map((topic) => `topic=${encodeURIComponent(topic)}`).join('&');
  const path = `/events/stream${query && `?${query}`}`;
  let last = after;
  let pauseMs = PAUSE_MS;
  while (!signal.aborted) {
    try {
      for await (const step of steps(await api.stream(path, last, signal))) {
        pauseMs = PAUSE_MS;
        last = positionOf(step);
        yield step;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!isPassing(error)) throw error;
      onPause?.(error instanceof Error ? error.message : String(error));
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
    pauseMs = Math.min(2 * pauseMs, PAUSE_MAX_MS);
  }
}

async function* steps(body: Readable): AsyncGenerator<Step> {
  const frames = Readable.toWeb(body).pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, id, data } of frames) {
    if (id === undefined) continue;
    if (event === 'begin') yield { beginsAt: id };
    else if (event === 'position') yield { passed: id };
    else yield { position: id, body: data };
  }
}

function positionOf(step: Step): string {
  if ('beginsAt' in step) return step.beginsAt;
  return 'passed' in step ? step.passed : step.position;
}

/** A connection that was lost fails by what undici or the socket says; what is refused, by a Failure. */
const isPassing = (error: unknown): boolean =>
  error instanceof Unserved || (error instanceof Error && error.name !== 'Failure');
