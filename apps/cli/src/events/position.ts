import type { Api, Hal } from '../api/api.js';
import type { CommonOptions, Context } from '../context.js';
import { filtered, isId } from '../resource/place.js';
import { watchConnection } from './connection-watch.js';
import { type NumberRestart, restartedOf } from './restarted.js';

/** The largest page of events. */
const PAGE = 200;

/**
 * The position of the account's newest event; 0 if there is none.
 *
 * @throws ApiError, CommandFailure if the suite can't tell in time
 */
export async function newestPosition(context: Context, api: Api, options: CommonOptions): Promise<string> {
  const watch = watchConnection(context, api, options);
  const found = new AbortController();
  let newest = '0';
  const onPosition = (position: string): void => {
    watch.onPosition();
    newest = position;
    found.abort();
  };
  const signal = AbortSignal.any([watch.signal, found.signal]);
  await api.client
    .events({ signal, onPause: watch.onPause, onPosition })
    .next()
    .catch((error: unknown) => {
      if (!found.signal.aborted) throw error;
    });
  return newest;
}

/**
 * The account's events, numbered without gaps, so that a page begins at any of them. These numbers are the positions
 * before a restore; the positions after it are higher by the size of the gap.
 */
class NumberedEvents {
  private constructor(
    private readonly api: Api,
    /** The position of the newest event. */
    private readonly anchor: number,
    private readonly restarted: NumberRestart | undefined,
    readonly newest: number,
    readonly oldest: number,
  ) {}

  static async open(api: Api, newest: number): Promise<NumberedEvents> {
    const [restarted, { total = 0 }] = await Promise.all([
      restartedOf(api),
      api.get(filtered('/events', { limit: '1', anchor: String(newest) })),
    ]);
    const number = restarted && newest >= restarted.to - 1 ? newest - gapOf(restarted) : newest;
    return new NumberedEvents(api, newest, restarted, number, number - total + 1);
  }

  positionOf(number: number): number {
    return this.restarted && number > this.restarted.from ? number + gapOf(this.restarted) : number;
  }

  /** Events from a number downwards. */
  async downFrom(number: number, limit: number): Promise<readonly Hal[]> {
    const page = { limit: String(limit), offset: String(this.newest - number), anchor: String(this.anchor) };
    const { _embedded: embedded } = await this.api.get(filtered('/events', page));
    return embedded?.['events'] ?? [];
  }
}

const gapOf = ({ from, to }: NumberRestart): number => to - 1 - from;

const isSince = ({ created }: Hal, timeMs: number): boolean => Date.parse(String(created)) >= timeMs;

/** The number of the first event since a time. Events are stored nearly in the order of their times. */
async function firstSince(events: NumberedEvents, timeMs: number): Promise<number> {
  let [low, high] = [events.oldest, events.newest + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [event] = await events.downFrom(middle, 1);
    if (event && isSince(event, timeMs)) high = middle;
    else low = middle + 1;
  }
  if (low <= events.oldest) return low;
  const before = await events.downFrom(low - 1, PAGE);
  return low - 1 - before.findLastIndex((event) => isSince(event, timeMs));
}

async function numberOf(events: NumberedEvents, id: string, first: number): Promise<number> {
  for (let at = first; at <= events.newest; at += PAGE) {
    const top = Math.min(at + PAGE - 1, events.newest);
    const place = (await events.downFrom(top, top - at + 1)).findIndex((event) => event.id === id);
    if (place >= 0) return top - place;
  }
  return events.newest;
}

/**
 * The position after which a stream has to begin so that it tells what happened since a time, or after an event.
 *
 * @throws ApiError if there is no such event; CommandFailure if the suite can't tell in time
 */
export async function positionBefore(
  context: Context,
  api: Api,
  since: string,
  options: CommonOptions,
): Promise<string> {
  const event = isId(since) ? await api.get(`/events/${since}`) : undefined;
  const events = await NumberedEvents.open(api, Number(await newestPosition(context, api, options)));
  const from: unknown = event ? event['created'] : since;
  const first = await firstSince(events, Date.parse(String(from)));
  return String(events.positionOf(event ? await numberOf(events, since, first) : first - 1));
}
