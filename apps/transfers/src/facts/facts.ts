import { Injectable } from '@nestjs/common';
import type { FundingSourceFact, Operation, PartyFact } from '@halyard/contracts';
import { fundingSourceFact, partyFact } from '@halyard/contracts';
import { ServiceCalls } from '@halyard/http';
import { FactStore } from './fact-store.js';

/** A funding source and its owner. */
export interface KnownSource {
  readonly source: FundingSourceFact;
  readonly owner: PartyFact;
}

/**
 * What this service knows of funding sources and parties. What it has not heard of it asks from its owner; what was
 * told stands in the store before the teller answers its client, so that reading the store is enough to accept.
 */
@Injectable()
export class Facts {
  constructor(
    private readonly store: FactStore,
    private readonly calls: ServiceCalls,
  ) {}

  /** @returns undefined when there is no such funding source, of whichever account */
  async source(fundingSourceId: string, operation: Operation): Promise<KnownSource | undefined> {
    const stored = await this.store.source(fundingSourceId);
    if (stored?.owner) return { source: stored.source, owner: stored.owner };
    return this.sourceFromOwner(fundingSourceId, operation, stored?.source);
  }

  /**
   * As `source`, with what is not given asked from its owner: nothing is refused on the ground of what was told before
   * that. What was told meanwhile wins by its version, so the answer is read from the store again.
   */
  async sourceFromOwner(
    fundingSourceId: string,
    operation: Operation,
    known?: FundingSourceFact,
  ): Promise<KnownSource | undefined> {
    const source = known ?? (await this.askForSource(fundingSourceId, operation));
    if (!source || !(await this.askForParty(source.ownerKind, source.ownerId, operation))) return undefined;
    const stored = await this.store.source(fundingSourceId);
    return stored?.owner && { source: stored.source, owner: stored.owner };
  }

  /** @returns undefined when there is no such customer, of whichever account */
  async customer(customerId: string, operation: Operation): Promise<PartyFact | undefined> {
    const party = (await this.store.party(customerId)) ?? (await this.askForParty('customer', customerId, operation));
    return party?.kind === 'customer' ? party : undefined;
  }

  private async askForSource(id: string, operation: Operation): Promise<FundingSourceFact | undefined> {
    const answer = await this.calls.ask('funding-sources', `/internal/funding-sources/${id}`, operation);
    if (answer === undefined) return undefined;
    const fact = fundingSourceFact.parse(answer);
    await this.store.putSources([fact]);
    return fact;
  }

  private async askForParty(kind: PartyFact['kind'], id: string, operation: Operation): Promise<PartyFact | undefined> {
    const answer = await (kind === 'account'
      ? this.calls.ask('auth', `/internal/accounts/${id}`, operation)
      : this.calls.ask('customers', `/internal/customers/${id}`, operation));
    if (answer === undefined) return undefined;
    const fact = partyFact.parse(answer);
    await this.store.putParties([fact]);
    return fact;
  }
}
