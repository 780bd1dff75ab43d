import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import {
  type DeliveriesAsked,
  deliveriesAsked,
  type DeliveryOfEvent,
  type EventsOfFacts,
  factsAsked,
} from '@halyard/contracts/events';
import { Clock, DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { KEPT_MS } from '../event/public-event.js';
import { deliveriesOf } from './event-deliveries.rows.js';
import { eventsOf } from './fact-events.rows.js';

/** Gives transfers the part of a payment's timeline that webhooks knows. */
@Controller()
export class TimelineController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
  ) {}

  @Serves(serviceRoutes.findEventsOfFacts)
  async events(@Body() body: unknown): Promise<FactAnswer<EventsOfFacts>> {
    const { data: asked } = factsAsked.safeParse(body);
    if (!asked) throw new DomainError('BadRequest');
    const keptSince = new Date(this.clock.system().getTime() - KEPT_MS).toISOString();
    return { type: 'fact', fact: { events: await eventsOf(this.dataSource.manager, asked), keptSince } };
  }

  @Serves(serviceRoutes.findDeliveriesOfEvents)
  async deliveries(@Body() body: unknown): Promise<FactAnswer<{ readonly deliveries: readonly DeliveryOfEvent[] }>> {
    const asked: DeliveriesAsked | undefined = deliveriesAsked.safeParse(body).data;
    if (!asked) throw new DomainError('BadRequest');
    return { type: 'fact', fact: { deliveries: await deliveriesOf(this.dataSource.manager, asked) } };
  }
}
