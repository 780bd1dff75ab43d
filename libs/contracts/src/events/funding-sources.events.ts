import { fundingSourceFact } from '../facts.js';
import type { CloudEventOf, FactOf } from './cloud-event.js';
import { catalogue } from './cloud-event.js';

/** Key: the funding source. Data is the source as it is since the event. */
export const fundingSourcesEvents = catalogue('funding-sources.events.v1', {
  'funding-sources.funding-source-added.v1': fundingSourceFact,
  'funding-sources.funding-source-verified.v1': fundingSourceFact,
  'funding-sources.funding-source-unverified.v1': fundingSourceFact,
  'funding-sources.funding-source-updated.v1': fundingSourceFact,
  'funding-sources.funding-source-removed.v1': fundingSourceFact,
  'funding-sources.micro-deposits-added.v1': fundingSourceFact,
  'funding-sources.micro-deposits-completed.v1': fundingSourceFact,
  'funding-sources.micro-deposits-exhausted.v1': fundingSourceFact,
});
export type FundingSourcesFact = FactOf<typeof fundingSourcesEvents>;
export type FundingSourcesEvent = CloudEventOf<typeof fundingSourcesEvents>;
