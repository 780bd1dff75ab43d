import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type Api, Unserved } from '../api/api.js';
import type { Context } from '../context.js';

/** An event of the stream: its position in the account, and the body that a webhook would have. */
export interface Told {
  readonly position: string;
  readonly body: string;
}

/** The parts of a stream: where it begins, each event, and its progress while a filter lets nothing through. */
export type StreamPart = { readonly beginsAt: string } | { readonly passed: string } | Told;

interface Follow {
  /** Position of the last known event; undefined to begin now. */
  readonly after: string | undefined;
  readonly topics: readonly string[];
  readonly signal: AbortSignal;
  /** Called before each reconnect, with the reason. */
  readonly onPause?: (reason: string) => void;
}

const PAUSE_MS = 250;
const PAUSE_MAX_MS = 5_000;

/**
 * Events as they happen, each once, for as long as it is read: streams end after minutes, with their token, and when
 * the suite restarts, and the next one continues where the last one ended.
 *
 * @throws Failure for a request that will never be served
 */
export async function* follow(api: Api, { after, topics, signal, onPause }: Follow): AsyncGenerator<StreamPart> {
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

/** Position of the newest event. */
export async function newestPosition(
  api: Api,
  { signal, note }: Pick<Context, 'signal' | 'note'>,
): Promise<string | undefined> {
  const now = { after: undefined, topics: [], signal, onPause: note };
  for await (const step of follow(api, now)) return positionOf(step);
  return undefined;
}

async function* steps(body: Readable): AsyncGenerator<StreamPart> {
  const frames = Readable.toWeb(body).pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream());
  for await (const { event, id, data } of frames) {
    if (id === undefined) continue;
    if (event === 'begin') yield { beginsAt: id };
    else if (event === 'position') yield { passed: id };
    else yield { position: id, body: data };
  }
}

function positionOf(step: StreamPart): string {
  if ('beginsAt' in step) return step.beginsAt;
  return 'passed' in step ? step.passed : step.position;
}

/** A lost connection fails with an error of the socket; a refusal, with a Failure. */
const isPassing = (error: unknown): boolean =>
  error instanceof Unserved || (error instanceof Error && error.name !== 'Failure');
