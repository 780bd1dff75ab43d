import { z } from 'zod';
import { fundingSourceFact } from './funding-source-facts.js';
import { catalogue, type CloudEventOf, type FactOf } from '../kernel/services/cloud-event.js';

const source = z.object({
  fundingSourceId: z.uuid(),
  ownerKind: z.enum(['account', 'customer']),
  ownerId: z.uuid(),
  fact: fundingSourceFact,
});

/** The key is the funding source. Each event states the source as it is from then on. */
export const fundingSourcesEvents = catalogue('funding-sources.events.v1', {
  'funding-sources.funding-source-added.v1': source,
  'funding-sources.funding-source-verified.v1': source,
  'funding-sources.funding-source-unverified.v1': source,
  'funding-sources.funding-source-updated.v1': source,
  'funding-sources.funding-source-removed.v1': source,
  'funding-sources.balance-inquiry-completed.v1': source,
  'funding-sources.micro-deposits-added.v1': source,
  'funding-sources.micro-deposits-completed.v1': source,
  'funding-sources.micro-deposits-failed.v1': source,
  'funding-sources.micro-deposits-attempted.v1': source,
  'funding-sources.micro-deposits-exhausted.v1': source,
});
export type FundingSourcesFact = FactOf<typeof fundingSourcesEvents>;
export type FundingSourcesEvent = CloudEventOf<typeof fundingSourcesEvents>;
