import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Operation } from '@halyard/contracts';
import { DomainError, validationError } from '@halyard/core';
import { EventStore } from '@halyard/event-store';
import { accountOf } from '@halyard/http';
import { DeclaredQuery, terms, usualFault, type ValuesOf } from '@halyard/input';
import { isMicroDeposit } from '../payment/micro-deposit-legs.js';
import { Transfers } from '../transfer/transfers.js';
import { readStory } from './read-story.js';
import { foldStory } from './story.fold.js';
import type { TimelineOf, TimelineShown } from './timeline.answer.js';
import type { Story, StoryEntry } from './timeline.entry.js';
import { beginningAfter, eventsFor, pageOf, type TimelinePage, withEvents } from './timeline.page.js';
import { WebhooksPart } from './webhooks-part.js';

/** The id of an entry: an event's id, followed by a number or a subscription. */
const CURSOR =
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:\.\d{1,9})?(?:\.dropped|\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})?$/;

export const timelineQuery = new DeclaredQuery({
  limit: terms.wholeNumber(1, 200, 100),
  after: terms.cursor(
    terms.matching(CURSOR, {
      example: '0195b3a0-0000-7000-8000-000000000001.0',
      description: 'From the link `next`: what comes behind it.',
      as: (given) => given,
    }),
  ),
});
export type TimelineAsked = ValuesOf<typeof timelineQuery>;

/** All that happened because of a payment, for it and to it (contract of what no peer has, section 7). */
export class GetTimeline extends Query<TimelineShown> {
  constructor(
    readonly operation: Operation,
    readonly of: TimelineOf,
    readonly asked: TimelineAsked,
  ) {
    super();
  }
}

/**
 * Reads the streams themselves, which include everything answered before, and stores nothing. Asks the webhooks service
 * for events and deliveries, and leaves them out if it does not answer.
 */
@QueryHandler(GetTimeline)
export class GetTimelineHandler implements IQueryHandler<GetTimeline> {
  constructor(
    private readonly transfers: Transfers,
    private readonly store: EventStore,
    private readonly webhooks: WebhooksPart,
  ) {}

  /** @throws DomainError NotFound; ValidationError at /query/after */
  async execute({ operation, of, asked }: GetTimeline): Promise<TimelineShown> {
    const accountId = accountOf(operation);
    const paymentId = of.kind === 'payment' ? of.id : (await this.transfers.get(of.id, accountId)).paymentId;
    const story = foldStory(paymentId, await readStory(this.store, paymentId));
    if (story.terms?.accountId !== accountId || !isShown(story)) throw new DomainError('NotFound');
    const whole = await this.wholePage(story, asked, operation);
    const page = whole ?? pageWithin(story.entries, asked);
    return { of, paymentId, page, missing: whole ? [] : ['webhooks'], ...asked };
  }

  /** @returns undefined if the webhooks service does not answer */
  private async wholePage(
    story: Story,
    { limit, after }: TimelineAsked,
    operation: Operation,
  ): Promise<TimelinePage | undefined> {
    const events = await this.webhooks.events(story.facts, operation);
    if (!events) return undefined;
    const entries = withEvents(story, events);
    const beginning = beginningAfter(entries, after);
    if (!beginning) throw unknownCursor();
    const wanted = eventsFor(entries, beginning, limit);
    if (wanted.length === 0) return pageOf(entries, beginning, limit, []);
    // One more than the limit is asked for, to tell whether more follow. If the page begins after a delivery, the
    // answer begins with that delivery.
    const deliveries = await this.webhooks.deliveries(
      { events: wanted, from: beginning.after, limit: limit + 2 },
      operation,
    );
    if (!deliveries || beginning.after === undefined)
      return deliveries && pageOf(entries, beginning, limit, deliveries);
    const [first, ...others] = deliveries;
    if (first?.event !== wanted[0] || first?.subscription !== beginning.after) throw unknownCursor();
    return pageOf(entries, beginning, limit, others);
  }
}

const isShown = ({ entries, terms: of }: Story): boolean =>
  entries.some(({ kind }) => kind === 'state') && !of?.legs.some(isMicroDeposit);

/** @throws DomainError ServiceUnavailable if the page begins after something that only the webhooks service knows */
function pageWithin(entries: readonly StoryEntry[], { limit, after }: TimelineAsked): TimelinePage {
  const beginning = beginningAfter(entries, after);
  if (!beginning) throw new DomainError('ServiceUnavailable');
  return pageOf(entries, beginning, limit, []);
}

const unknownCursor = (): DomainError => validationError(usualFault('Invalid', '/query/after'));
