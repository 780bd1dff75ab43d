import { Injectable } from '@nestjs/common';
import type { FundingSourceFact, Operation, PartyFact, ServiceRoute } from '@halyard/contracts';
import { serviceRoutes } from '@halyard/contracts';
import { KnownFundingSources, KnownParties, partyRoutes } from '@halyard/facts';

/** A funding source and its owner. */
export interface KnownSource {
  readonly source: FundingSourceFact;
  readonly owner: PartyFact;
}

/** How facts are looked for, all of one request alike. */
export interface Look {
  source(fundingSourceId: string): Promise<KnownSource | undefined>;
  party(kind: PartyFact['kind'], partyId: string): Promise<PartyFact | undefined>;
  /** The oldest bank of a party that was not removed; asked from its owner, which alone knows all of them. */
  oldestBank(owner: PartyFact): Promise<KnownSource | undefined>;
}

/** What this service knows of funding sources and parties. What it has not heard of it asks from its owner. */
@Injectable()
export class Facts {
  constructor(
    private readonly sources: KnownFundingSources,
    private readonly parties: KnownParties,
  ) {}

  /** By what is known, and from the owner where nothing is. */
  asStored(operation: Operation): Look {
    return {
      source: (id) => this.source(id, operation),
      party: (kind, id) => this.party(kind, id, operation),
      oldestBank: (owner) => this.oldestBank(owner, operation),
    };
  }

  /** By what the owners say now: nothing is refused on the ground of what was told before that. */
  asTold(operation: Operation): Look {
    return {
      ...this.asStored(operation),
      source: (id) => this.sourceFromOwner(id, operation),
      party: (kind, id) => this.askForParty(partyRoutes[kind], id, operation),
    };
  }

  /** @returns undefined when there is no such funding source, of whichever account */
  async source(fundingSourceId: string, operation: Operation): Promise<KnownSource | undefined> {
    const known = await this.sources.findOwned(fundingSourceId);
    if (known?.owner) return { source: known.source, owner: known.owner };
    return this.sourceFromOwner(fundingSourceId, operation, known?.source);
  }

  /**
   * As `source`, with what is not given asked from its owner. What was told meanwhile wins by its version, so the answer is
   * read from the store again.
   */
  private async sourceFromOwner(
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
  customer(customerId: string, operation: Operation): Promise<PartyFact | undefined> {
    return this.party('customer', customerId, operation);
  }

  private async party(kind: PartyFact['kind'], id: string, operation: Operation): Promise<PartyFact | undefined> {
    const party = (await this.parties.find(id)) ?? (await this.askForParty(partyRoutes[kind], id, operation));
    return party?.kind === kind ? party : undefined;
  }

  private async oldestBank({ partyId }: PartyFact, operation: Operation): Promise<KnownSource | undefined> {
    const bank = await this.sources.ask(serviceRoutes.getOldestBankFact, partyId, operation);
    if (!bank) return undefined;
    await this.sources.learn([bank]);
    return this.source(bank.fundingSourceId, operation);
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
