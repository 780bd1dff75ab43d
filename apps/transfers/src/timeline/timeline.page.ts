import type { DeliveryOfEvent, EventsOfFacts } from '@halyard/contracts/events';
import type { Story, StoryEntry } from './timeline.entry.js';

/** The entry after which a page begins. The page may begin with the rest of that entry's deliveries. */
export interface PageStart {
  /** Index of that entry; -1 for the beginning of the story. */
  readonly place: number;
  /** The subscription of the previous page's last delivery. */
  readonly after?: string;
}

/**
 * Merges events into the story, in the order in which everything was recorded, but each event after its cause.
 * Deliveries follow their events directly, and are read page by page.
 */
export function withEvents({ entries, facts }: Story, { events, keptSince }: EventsOfFacts): StoryEntry[] {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const causes = new Map(facts.map(({ fact, cause }) => [fact.id, byId.get(cause)]));
  const told = events.flatMap(({ id, fact, topic, position, at, recorded }): (StoryEntry & { after: Date })[] => {
    const cause = causes.get(fact);
    if (!cause) return [];
    const when = new Date(recorded);
    const after = when > cause.recorded ? when : cause.recorded;
    return [
      {
        kind: 'event',
        id,
        topic,
        position,
        cause: cause.id,
        at,
        recorded: when,
        traceparent: cause.traceparent,
        after,
      },
    ];
  });
  told.sort((one, other) => one.after.getTime() - other.after.getTime());
  const story: StoryEntry[] = [];
  for (const entry of entries) {
    while (told[0] && told[0].after < entry.recorded) story.push(...told.splice(0, 1));
    story.push(entry);
  }
  story.push(...told);
  const known = new Set(events.map(({ fact }) => fact));
  const isDropped = facts.some(({ fact: { id } }) => !known.has(id) && isBefore(causes.get(id)?.recorded, keptSince));
  const [root, ...others] = story;
  if (!isDropped || !root) return story;
  const { at, recorded, traceparent } = root;
  return [
    root,
    { kind: 'dropped', id: `${root.id}.dropped`, cause: root.id, at, recorded, traceparent, before: keptSince },
    ...others,
  ];
}

const isBefore = (moment: Date | undefined, other: string): boolean => moment !== undefined && moment < new Date(other);

/** @returns undefined if no page of the story ended with `last` */
export function beginningAfter(story: readonly StoryEntry[], last: string | undefined): PageStart | undefined {
  if (last === undefined) return { place: -1 };
  const place = story.findIndex(({ id }) => id === last);
  if (place !== -1) return { place };
  const [eventId, after] = last.split('.');
  const ofDelivery = story.findIndex(({ id, kind }) => kind === 'event' && id === eventId);
  return ofDelivery === -1 || after === undefined ? undefined : { place: ofDelivery, after };
}

/** The entries that may be on a page, without deliveries. */
export const windowOf = (story: readonly StoryEntry[], { place }: PageStart, limit: number): readonly StoryEntry[] =>
  story.slice(place + 1, place + 1 + limit + 1);

/** Ids of the events whose deliveries may be on a page, in their order. */
export const eventsFor = (story: readonly StoryEntry[], beginning: PageStart, limit: number): readonly string[] =>
  [story[beginning.place], ...windowOf(story, beginning, limit)].flatMap((entry) =>
    entry?.kind === 'event' ? entry.id : [],
  );

export interface TimelinePage {
  readonly entries: readonly StoryEntry[];
  readonly hasMore: boolean;
}

export function pageOf(
  story: readonly StoryEntry[],
  beginning: PageStart,
  limit: number,
  deliveries: readonly DeliveryOfEvent[],
): TimelinePage {
  const byEvent = Map.groupBy(deliveries, ({ event }) => event);
  const deliveriesOf = (event: StoryEntry | undefined): StoryEntry[] =>
    event?.kind === 'event' ? (byEvent.get(event.id) ?? []).map((delivery) => deliveryEntry(delivery, event)) : [];
  const following = windowOf(story, beginning, limit).flatMap((entry) => [entry, ...deliveriesOf(entry)]);
  const entries = [...deliveriesOf(story[beginning.place]), ...following];
  return { entries: entries.slice(0, limit), hasMore: entries.length > limit };
}

const deliveryEntry = (
  delivery: DeliveryOfEvent,
  { id: cause, at, recorded, traceparent }: StoryEntry,
): StoryEntry => ({
  ...delivery,
  kind: 'delivery',
  id: `${cause}.${delivery.subscription}`,
  webhookId: delivery.id,
  cause,
  at,
  recorded,
  traceparent,
});
