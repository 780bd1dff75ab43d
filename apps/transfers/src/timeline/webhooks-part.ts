import { Injectable } from '@nestjs/common';
import {
  deliveriesFound,
  type DeliveryOfEvent,
  eventsOfFacts,
  type EventsOfFacts,
  type Operation,
  serviceRoutes,
} from '@halyard/contracts';
import { applicationOf, ServiceCalls } from '@halyard/http';
import type { CausedFact } from './timeline.entry.js';

/** A timeline without the part of webhooks is worth more than one that waits. */
const WAIT_MS = 2_000;

/** The deliveries of a page: those of these events, in their order. */
interface Wanted {
  readonly events: readonly string[];
  /** The subscription with which the first event begins. */
  readonly from?: string;
  readonly limit: number;
}

/** What webhooks knows of a payment. @returns undefined where it does not answer in time */
@Injectable()
export class WebhooksPart {
  constructor(private readonly calls: ServiceCalls) {}

  async events(caused: readonly CausedFact[], operation: Operation): Promise<EventsOfFacts | undefined> {
    const { accountId } = applicationOf(operation);
    const facts = caused.map(({ fact: { id, type, data } }) => ({ id, type, data }));
    const answer = await this.calls.requestWithin(
      WAIT_MS,
      serviceRoutes.findEventsOfFacts,
      { accountId, facts },
      operation,
    );
    return answer === undefined ? undefined : eventsOfFacts.parse(answer);
  }

  async deliveries(wanted: Wanted, operation: Operation): Promise<readonly DeliveryOfEvent[] | undefined> {
    const asked = { ...readerOf(operation), ...wanted };
    const answer = await this.calls.requestWithin(WAIT_MS, serviceRoutes.findDeliveriesOfEvents, asked, operation);
    return answer === undefined ? undefined : deliveriesFound.parse(answer).deliveries;
  }
}

/** An application that acts for a person sees its own subscriptions alone; the others are no business of it. */
function readerOf(operation: Operation): { readonly accountId: string; readonly applicationId?: string } {
  const { accountId, applicationId, userId, isFirstParty } = applicationOf(operation);
  return userId === undefined || isFirstParty ? { accountId } : { accountId, applicationId };
}
