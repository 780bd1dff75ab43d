import type { EncodedAppend } from './encoded-append.js';
import type { OutstandingSubmission, PendingAppend } from './outstanding.js';

/** The most events in one merged append. If another writer wins the race, all of them fail together. */
const MERGED_EVENTS_MAX = 500;
/** The most JSON of a merged append, in UTF-16 units of at most three bytes. A server takes 1 MiB by default. */
const MERGED_TEXT_MAX = 250_000;

/**
 * How many of a stream's waiting appends can go out as one. Each must follow the revision of the one before it, and
 * rest only on committed appends or on those before it in the group. The first one goes in any case: everything that it
 * rests on has its outcome.
 */
export function mergedLength(waiting: readonly PendingAppend[]): number {
  const group = new Set<OutstandingSubmission>();
  let [revision, events, text] = [NaN, 0, 0];
  for (const { append, after, submission } of waiting) {
    events += append.events.length;
    text += append.text;
    const isFirst = group.size === 0;
    const follows = append.expected === revision && after.every((one) => group.has(one) || isCommitted(one));
    if (!isFirst && !(follows && events <= MERGED_EVENTS_MAX && text <= MERGED_TEXT_MAX)) break;
    group.add(submission);
    revision = append.expected + append.events.length;
  }
  return group.size;
}

const isCommitted = ({ outcome }: OutstandingSubmission): boolean =>
  outcome !== undefined && !(outcome instanceof Error);

export function mergedAppend(group: readonly PendingAppend[]): EncodedAppend {
  const appends = group.map(({ append }) => append);
  const [first] = appends;
  if (!first) throw new RangeError('A group holds at least one append');
  if (appends.length === 1) return first;
  const events = appends.flatMap((append) => append.events);
  return { ...first, events, text: appends.reduce((sum, { text }) => sum + text, 0) };
}
