import { later } from '../balance/balance.model.js';

/** How late something may be committed and still bear the time that was asked for, or at which it was due. */
const IN_TIME_MS = 2_000;

/** The time of what is committed now: the time that was asked for, unless more than two seconds have passed since. */
export const timeOf = (at: string, now: Date): string =>
  now.getTime() - Date.parse(at) > IN_TIME_MS ? now.toISOString() : at;

interface TimedEvent {
  readonly data: { readonly at: string; readonly bankDate?: string };
}

/**
 * Gives an event its final time, so that neither a stream nor a past period ever changes behind somebody's back.
 *
 * @param now the account's time
 * @param before the time of the event before it in its stream
 */
export function timed<Event extends TimedEvent>(event: Event, now: Date, before: string | undefined): Event {
  const { data } = event;
  const at = later(timeOf(data.at, now), before);
  if (data.bankDate !== undefined) {
    return { ...event, data: { ...data, at, bankDate: data.bankDate < at ? data.bankDate : undefined } };
  }
  return at === data.at ? event : { ...event, data: { ...data, at } };
}
