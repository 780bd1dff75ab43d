import { Injectable } from '@nestjs/common';
import { type ServiceRoute, serviceRoutes } from '@halyard/contracts';
import { partyFact, type PartyFact } from '@halyard/contracts/parties';
import { ServiceCalls } from '@halyard/http';
import { DataSource } from 'typeorm';
import type { FactKind } from './fact-kind.js';
import { KnownFacts } from './known-facts.js';

export const party: FactKind<PartyFact> = {
  name: 'party',
  schema: partyFact,
  idOf: ({ partyId }) => partyId,
  topics: ['auth.events.v1', 'customers.events.v1'],
};

/** The routes on which owners answer facts about parties, by kind of party. */
export const partyRoutes: Readonly<Record<PartyFact['kind'], ServiceRoute>> = {
  account: serviceRoutes.getAccountFact,
  customer: serviceRoutes.getCustomerFact,
};

@Injectable()
export class KnownParties extends KnownFacts<PartyFact> {
  constructor(dataSource: DataSource, calls: ServiceCalls) {
    super(party, dataSource, calls);
  }
}
