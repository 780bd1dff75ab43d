import { z } from 'zod';

/*
 * Facts about other services' statements that webhooks knows: the public events that state them, and their deliveries.
 */

/** No payment has as many facts. */
const FACTS_MAX = 1_000;
/** The number of entries in a page of a timeline. */
export const TIMELINE_ENTRIES_MAX = 200;

/** Asks about facts of one account, as their service published them. */
export const factsAsked = z.object({
  accountId: z.uuid(),
  facts: z.array(z.object({ id: z.uuid(), type: z.string(), data: z.unknown() })).max(FACTS_MAX),
});
export type FactsAsked = z.infer<typeof factsAsked>;

/** The public events that state the facts. A fact has no event if it is not public, or not recorded yet. */
export const eventsOfFacts = z.object({
  events: z.array(
    z.object({
      id: z.uuid(),
      fact: z.uuid(),
      topic: z.string(),
      position: z.int(),
      at: z.iso.datetime().describe("The account's time."),
      recorded: z.iso.datetime().describe("The system's time."),
    }),
  ),
  keptSince: z.iso.datetime().describe('Events that were recorded before are no longer kept.'),
});
export type EventsOfFacts = z.infer<typeof eventsOfFacts>;

/**
 * Asks for deliveries of events, in the order of the events. Deliveries of one event come in the order of its
 * subscriptions.
 */
export const deliveriesAsked = z.object({
  accountId: z.uuid(),
  applicationId: z.uuid().optional().describe('Only to its own subscriptions.'),
  events: z.array(z.uuid()).max(TIMELINE_ENTRIES_MAX + 1),
  from: z.uuid().optional().describe('The subscription with which the first event begins.'),
  limit: z
    .int()
    .min(1)
    .max(TIMELINE_ENTRIES_MAX + 2),
});
export type DeliveriesAsked = z.infer<typeof deliveriesAsked>;

const deliveryOfEvent = z.object({
  id: z.uuid(),
  event: z.uuid(),
  subscription: z.uuid(),
  sequence: z.int(),
  attempts: z.array(
    z.object({
      timestamp: z.iso.datetime(),
      status: z.int().optional(),
      error: z.string().optional(),
      durationMs: z.int(),
    }),
  ),
  replayed: z.int(),
});
export type DeliveryOfEvent = z.infer<typeof deliveryOfEvent>;

export const deliveriesFound = z.object({ deliveries: z.array(deliveryOfEvent) });
