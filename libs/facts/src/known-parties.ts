import { Injectable } from '@nestjs/common';
import { authEvents, customersEvents, partyFact, type PartyFact, type ServiceRoute } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { ServiceCalls } from '@halyard/http';
import { DataSource } from 'typeorm';
import type { FactKind } from './fact-kind.js';
import { KnownFacts } from './known-facts.js';

export const party: FactKind<PartyFact> = {
  name: 'party',
  schema: partyFact,
  idOf: ({ partyId }) => partyId,
  topics: [authEvents.topic, customersEvents.topic],
};

/** The route that answers for a party, by its kind. */
export const partyRoutes: Readonly<Record<PartyFact['kind'], ServiceRoute>> = {
  account: serviceRoutes.getAccountFact,
  customer: serviceRoutes.getCustomerFact,
};

/** What this service knows of accounts and customers. */
@Injectable()
export class KnownParties extends KnownFacts<PartyFact> {
  constructor(dataSource: DataSource, calls: ServiceCalls) {
    super(party, dataSource, calls);
  }
}
