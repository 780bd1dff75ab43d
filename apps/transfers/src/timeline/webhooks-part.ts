import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import { deliveriesFound, type DeliveryOfEvent, eventsOfFacts, type EventsOfFacts } from '@halyard/contracts/events';
import { applicationOf, ServiceCalls } from '@halyard/http';
import type { CausedFact } from './timeline.entry.js';

/** A timeline without the webhooks' part is worth more than one that takes longer. */
const WAIT_MS = 2_000;

/** The deliveries for a page: those of these events, in their order. */
interface WantedDeliveries {
  readonly events: readonly string[];
  /** The subscription at which the deliveries of the first event begin. */
  readonly from?: string;
  readonly limit: number;
}

/** A payment's events and deliveries from the webhooks service. @returns undefined if it does not answer in time */
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

  async deliveries(wanted: WantedDeliveries, operation: Operation): Promise<readonly DeliveryOfEvent[] | undefined> {
    const asked = { ...readerOf(operation), ...wanted };
    const answer = await this.calls.requestWithin(WAIT_MS, serviceRoutes.findDeliveriesOfEvents, asked, operation);
    return answer === undefined ? undefined : deliveriesFound.parse(answer).deliveries;
  }
}

/** An application that acts for a person sees only its own subscriptions. */
function readerOf(operation: Operation): { readonly accountId: string; readonly applicationId?: string } {
  const { accountId, applicationId, userId, isFirstParty } = applicationOf(operation);
  return userId === undefined || isFirstParty ? { accountId } : { accountId, applicationId };
}
