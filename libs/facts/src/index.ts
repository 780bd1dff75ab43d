export { ClaimsAhead, claimsOnFacts } from './claim-on-facts.js';
export { CreateFacts1795651200050 as CreateFacts } from './create-facts.migration.js';
export type { FactKind } from './fact-kind.js';
export { FactLookup, type WantedFact } from './fact-lookup.js';
export { FactsConsumer, type NewFact } from './facts.consumer.js';
export { lockFact } from './known-facts.js';
export { fundingSource, KnownFundingSources, type OwnedSource } from './known-funding-sources.js';
export { KnownParties, party, partyRoutes } from './known-parties.js';
export { toldFact } from './told-fact.js';
