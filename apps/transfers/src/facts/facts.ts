import { Injectable } from '@nestjs/common';
import type { AccountSettings, FundingSourceFact, Operation, PartyFact } from '@halyard/contracts';
import { defaultAccountSettings, serviceRoutes } from '@halyard/contracts';
import { type Claim, DomainError } from '@halyard/core';
import {
  FactLookup,
  KnownFundingSources,
  KnownParties,
  type OwnedSource,
  partyRoutes,
  type WantedFact,
} from '@halyard/facts';

/** A funding source, its owner, and the settings of their account. */
export interface KnownSource {
  readonly source: FundingSourceFact;
  readonly owner: PartyFact;
  readonly settings: AccountSettings;
}

/** Looks facts up, in the same way for all of one request. */
export interface Look {
  source(fundingSourceId: string): Promise<KnownSource | undefined>;
  party(kind: PartyFact['kind'], partyId: string): Promise<PartyFact | undefined>;
  /** The oldest bank of a party that was not removed; asked from its owner, which alone knows all banks. */
  oldestBank(owner: PartyFact): Promise<KnownSource | undefined>;
}

/** Looks sources up without asking anybody: what is decided on it counts under `claim` alone. */
export interface RememberedLook extends Look {
  /** The given claim, which now fails as well when anything that was looked up has changed since. */
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

/** What this service knows of funding sources and parties; the owner is asked for anything unknown. */
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

  /** Uses what was read before. What it does not have counts as unknown. */
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

  /** Asks the owners, so that nothing is refused because of an outdated fact. */
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

  /**
   * Like `source`, but asks the owner for what is not given. A newer version that was told meanwhile wins, so the
   * answer is read from the store again.
   */
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
