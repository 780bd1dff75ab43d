import { type Operation, serviceRoutes } from '@halyard/contracts';
import { type FundingSourceFact, fundingSourceFact } from '@halyard/contracts/funding-sources';
import { DomainError } from '@halyard/core';
import type { ServiceCalls } from '@halyard/http';

/** When a funding source was created. Stored facts from before this field existed lack it, so the owner is asked. */
export async function createdOf(known: FundingSourceFact, calls: ServiceCalls, operation: Operation): Promise<string> {
  if (known.created !== undefined) return known.created;
  const fact = await calls.ask(serviceRoutes.getFundingSourceFact, known.fundingSourceId, operation);
  const { created } = fundingSourceFact.parse(fact);
  if (created === undefined) throw new DomainError('ServiceUnavailable', { cause: 'the owner is an older version' });
  return created;
}
