import { Controller, UseGuards } from '@nestjs/common';
import { type CollectionAnswer, type Operation, ref, type ResourceAnswer } from '@halyard/contracts';
import { securityEventRoutes, securityEventTypes } from '@halyard/contracts/security-events';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { DeclaredQuery, ReadQuery, terms, type ValuesOf } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { ErasedError } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { ReaderGuard } from './owner-access.js';
import { type EventOrigin, SecurityEvents } from '../security-event/security-events.js';
import { OPERATORS_LIST, securityEventList, type SecurityEventRow } from '../security-event/security-events.rows.js';

const eventsQuery = new DeclaredQuery({
  ...terms.page,
  anchor: terms.anchor(/^\d{1,15}$/, Number),
  type: terms.anyOf(securityEventTypes),
  personId: terms.id,
  applicationId: terms.id,
  startDate: terms.notBefore,
  endDate: terms.notAfter,
});
type EventsQuery = ValuesOf<typeof eventsQuery>;

/** Owners and the account's own application see the account's events; operators see those of all accounts. */
@Controller()
export class SecurityEventsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly events: SecurityEvents,
  ) {}

  @Serves(securityEventRoutes.listSecurityEvents)
  @UseGuards(ReaderGuard)
  async list(
    @CurrentOperation() operation: Operation,
    @ReadQuery(eventsQuery) query: EventsQuery,
  ): Promise<CollectionAnswer> {
    return { ...(await this.page(accountOf(operation), query)), self: ref('listSecurityEvents') };
  }

  @Serves(securityEventRoutes.listAllSecurityEvents)
  @UseGuards(OperatorOnlyGuard)
  async listAll(@ReadQuery(eventsQuery) query: EventsQuery): Promise<CollectionAnswer> {
    return { ...(await this.page(OPERATORS_LIST, query)), self: ref('listAllSecurityEvents') };
  }

  private async page(ownerId: string, query: EventsQuery): Promise<Omit<CollectionAnswer, 'self'>> {
    const { manager } = this.dataSource;
    const list = await securityEventList.of(manager, ownerId, query.anchor);
    const { rows, ...page } = await securityEventList.page(manager, list, query);
    const items = await Promise.all(rows.map((row) => this.answerOf(row)));
    return { type: 'collection', of: 'security-event', items, ...page };
  }

  private async answerOf(row: SecurityEventRow): Promise<ResourceAnswer<'security-event'>> {
    const { id, type, person_id: personId, application_id: applicationId, method } = row;
    const attributes = {
      ...{ id, type, created: row.created_at.toISOString() },
      ...(personId !== null && { personId }),
      ...(applicationId !== null && { applicationId }),
      ...(await this.originOf(row)),
      ...(method !== null && { method }),
    };
    return { type: 'resource', kind: 'security-event', id, attributes, links: {} };
  }

  private async originOf({
    person_id: personId,
    sealed_origin: sealed,
  }: SecurityEventRow): Promise<EventOrigin | null> {
    if (personId === null || sealed === null) return null;
    try {
      return await this.events.open(personId, sealed);
    } catch (error) {
      if (error instanceof ErasedError) return null;
      throw error;
    }
  }
}
