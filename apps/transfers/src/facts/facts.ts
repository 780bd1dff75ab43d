import { Injectable } from '@nestjs/common';
import { type Operation, serviceRoutes } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { type AccountSettings, defaultAccountSettings, type PartyFact } from '@halyard/contracts/parties';
import { type Claim, DomainError } from '@halyard/core';
import {
  FactLookup,
  KnownFundingSources,
  KnownParties,
  type OwnedSource,
  partyRoutes,
  type WantedFact,
} from '@halyard/facts';

export interface KnownSource {
  readonly source: FundingSourceFact;
  readonly owner: PartyFact;
  readonly settings: AccountSettings;
}

/** All lookups for one request use the same `Look`. */
export interface Look {
  source(fundingSourceId: string): Promise<KnownSource | undefined>;
  party(kind: PartyFact['kind'], partyId: string): Promise<PartyFact | undefined>;
  /** The party's oldest bank that was not removed. Only the owning service knows all banks, so it is asked. */
  oldestBank(owner: PartyFact): Promise<KnownSource | undefined>;
}

/** Looks facts up in memory only. Decisions based on it hold only under `claim`. */
export interface RememberedLook extends Look {
  /** Extends a claim, so that it also fails if any fact that was looked up has changed since. */
  claim(claim: Claim): Claim;
}

const settingsOf = ({ settings }: PartyFact): AccountSettings => settings ?? defaultAccountSettings;

const wantedParty = (kind: PartyFact['kind'], id: string, operation: Operation): WantedFact => ({
  route: partyRoutes[kind],
  id,
  operation,
});

const whole = (known: OwnedSource | undefined): KnownSource | undefined =>
  known?.owner && known.account && { source: known.source, owner: known.owner, settings: settingsOf(known.account) };

/** Facts about funding sources and parties that this service stores. For unknown facts it asks the owner. */
@Injectable()
export class Facts {
  private readonly sourceLookup: FactLookup<FundingSourceFact>;
  private readonly partyLookup: FactLookup<PartyFact>;

  constructor(
    private readonly sources: KnownFundingSources,
    parties: KnownParties,
  ) {
    this.sourceLookup = new FactLookup(sources);
    this.partyLookup = new FactLookup(parties);
  }

  /** Uses facts that are in memory already. All others count as unknown. */
  asRemembered(): RememberedLook {
    const seen: OwnedSource[] = [];
    const unknown = () => Promise.resolve(undefined);
    return {
      source: (id) => {
        const known = this.sources.recall(id);
        if (known) seen.push(known);
        return Promise.resolve(whole(known));
      },
      party: unknown,
      oldestBank: unknown,
      claim: (claim) => this.sources.claimOn(claim, seen),
    };
  }

  /** Uses stored facts, and asks the owner for unknown ones. */
  asStored(operation: Operation): Look {
    return {
      source: (id) => this.source(id, operation),
      party: (kind, id) => this.party(kind, id, operation),
      oldestBank: (owner) => this.oldestBank(owner, operation),
    };
  }

  /** Asks the owners, so that no outdated fact causes a refusal. */
  asTold(operation: Operation): Look {
    return {
      ...this.asStored(operation),
      source: (id) => this.sourceFromOwner(id, operation),
      party: (kind, id) => this.partyLookup.current(wantedParty(kind, id, operation)),
    };
  }

  /** @returns undefined when the funding source does not exist in any account */
  async source(fundingSourceId: string, operation: Operation): Promise<KnownSource | undefined> {
    const known = await this.sources.findOwned(fundingSourceId);
    return whole(known) ?? this.sourceFromOwner(fundingSourceId, operation, known?.source);
  }

  /** Like `source`, but asks the owner. Reads the store again, since a newer version may have been told meanwhile. */
  private async sourceFromOwner(
    fundingSourceId: string,
    operation: Operation,
    given?: FundingSourceFact,
  ): Promise<KnownSource | undefined> {
    const source = given ?? (await this.currentSource(fundingSourceId, operation));
    if (!source) return undefined;
    const { ownerKind, ownerId, accountId } = source;
    const wanted = [wantedParty(ownerKind, ownerId, operation)];
    if (ownerKind !== 'account') wanted.push(wantedParty('account', accountId, operation));
    const parties = await Promise.all(wanted.map((one) => this.partyLookup.current(one)));
    return parties.every(Boolean) ? whole(await this.sources.findOwned(fundingSourceId)) : undefined;
  }

  /** @returns undefined when the customer does not exist in any account */
  customer(customerId: string, operation: Operation): Promise<PartyFact | undefined> {
    return this.party('customer', customerId, operation);
  }

  private async party(kind: PartyFact['kind'], id: string, operation: Operation): Promise<PartyFact | undefined> {
    const party = await this.partyLookup.find(wantedParty(kind, id, operation));
    return party?.kind === kind ? party : undefined;
  }

  private async oldestBank({ partyId }: PartyFact, operation: Operation): Promise<KnownSource | undefined> {
    const bank = await this.sourceLookup.current({ route: serviceRoutes.getOldestBankFact, id: partyId, operation });
    return bank && this.source(bank.fundingSourceId, operation);
  }

  /** @throws DomainError NotFound */
  async settings(accountId: string, operation: Operation): Promise<AccountSettings> {
    const account = await this.partyLookup.find(wantedParty('account', accountId, operation));
    if (!account) throw new DomainError('NotFound');
    return settingsOf(account);
  }

  private currentSource(id: string, operation: Operation): Promise<FundingSourceFact | undefined> {
    return this.sourceLookup.current({ route: serviceRoutes.getFundingSourceFact, id, operation });
  }
}
