import { partyFact } from '@halyard/contracts/parties';
import { fundingSourceFact } from '@halyard/contracts/funding-sources';

/**
 * Facts by name. An event names the fact that it states instead of spelling it out, so that a new field of a fact needs
 * no new version of the event. New fields are optional or have a default, because older events, which come again, lack
 * them.
 */
export const facts = { PartyFact: partyFact, FundingSourceFact: fundingSourceFact } as const;
