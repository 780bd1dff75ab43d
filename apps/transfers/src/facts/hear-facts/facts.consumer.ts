import { Injectable } from '@nestjs/common';
import type { FundingSourceFact, PartyFact } from '@halyard/contracts';
import { FactsConsumer, KnownFundingSources, KnownParties } from '@halyard/facts';

@Injectable()
export class PartyFactsConsumer extends FactsConsumer<PartyFact> {
  constructor(known: KnownParties) {
    super(known);
  }
}

@Injectable()
export class FundingSourceFactsConsumer extends FactsConsumer<FundingSourceFact> {
  constructor(known: KnownFundingSources) {
    super(known);
  }
}
