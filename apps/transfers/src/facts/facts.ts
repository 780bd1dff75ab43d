import { Injectable } from '@nestjs/common';
import type { FundingSourceFact, Operation, PartyFact, ServiceRoute } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { KnownFundingSources, KnownParties, partyRoutes } from '@halyard/facts';

/** A funding source and its owner. */
export interface KnownSource {
  readonly source: FundingSourceFact;
  readonly owner: PartyFact;
}

/** What this service knows of funding sources and parties. What it has not heard of it asks from its owner. */
@Injectable()
export class Facts {
  constructor(
    private readonly sources: KnownFundingSources,
    private readonly parties: KnownParties,
  ) {}

  /** @returns undefined when there is no such funding source, of whichever account */
  async source(fundingSourceId: string, operation: Operation): Promise<KnownSource | undefined> {
    const known = await this.sources.findOwned(fundingSourceId);
    if (known?.owner) return { source: known.source, owner: known.owner };
    return this.sourceFromOwner(fundingSourceId, operation, known?.source);
  }

  /**
   * As `source`, with what is not given asked from its owner: nothing is refused on the ground of what was told before
   * that. What was told meanwhile wins by its version, so the answer is read from the store again.
   */
  async sourceFromOwner(
    fundingSourceId: string,
    operation: Operation,
    given?: FundingSourceFact,
  ): Promise<KnownSource | undefined> {
    const source = given ?? (await this.askForSource(fundingSourceId, operation));
    if (!source || !(await this.askForParty(partyRoutes[source.ownerKind], source.ownerId, operation)))
      return undefined;
    const known = await this.sources.findOwned(fundingSourceId);
    return known?.owner && { source: known.source, owner: known.owner };
  }

  /** @returns undefined when there is no such customer, of whichever account */
  async customer(customerId: string, operation: Operation): Promise<PartyFact | undefined> {
    const known = await this.parties.find(customerId);
    const party = known ?? (await this.askForParty(partyRoutes.customer, customerId, operation));
    return party?.kind === 'customer' ? party : undefined;
  }

  private async askForSource(id: string, operation: Operation): Promise<FundingSourceFact | undefined> {
    const source = await this.sources.ask(serviceRoutes.getFundingSourceFact, id, operation);
    if (source) await this.sources.learn([source]);
    return source;
  }

  private async askForParty(route: ServiceRoute, id: string, operation: Operation): Promise<PartyFact | undefined> {
    const party = await this.parties.ask(route, id, operation);
    if (party) await this.parties.learn([party]);
    return party;
  }
}
