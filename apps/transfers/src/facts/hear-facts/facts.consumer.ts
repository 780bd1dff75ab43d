import { Injectable } from '@nestjs/common';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import type { PartyFact } from '@halyard/contracts/parties';
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
