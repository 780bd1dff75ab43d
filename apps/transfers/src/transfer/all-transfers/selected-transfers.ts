import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { isId, validationError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { COUNT_MAX } from '@halyard/lists';
import { Facts } from '../../facts/facts.js';
import { type FoundParties, PartySearch } from '../../facts/party-search.js';
import type { AllTransferFilters } from '../list-transfers/transfer-filters.js';
import type { TransferConditions } from '../list-transfers/transfer-list.query.js';

type Source = Pick<TransferConditions, 'bank' | 'balance'>;

/**
 * Which list contains the requested transfers. `found`: the parties that a search found; undefined without a search.
 * `source`: the bank or balance that the transfers leave or enter.
 */
export type Selection =
  | { readonly list: 'none' }
  | { readonly list: 'party'; readonly partyId: string; readonly source: Source; readonly found?: FoundParties }
  | { readonly list: 'all'; readonly source: Pick<Source, 'bank'>; readonly found?: FoundParties };

@Injectable()
export class SelectedTransfers {
  constructor(
    private readonly facts: Facts,
    private readonly parties: PartySearch,
  ) {}

  /**
   * A party's own list contains each of its transfers once. A balance's transfers are in the list of its holder: no
   * index covers the balances of all transfers, because that would cost each transfer more than this list may.
   */
  async of(
    operation: Operation,
    filters: Pick<AllTransferFilters, 'customerId' | 'fundingSourceId' | 'search'>,
  ): Promise<Selection> {
    const accountId = accountOf(operation);
    const { customerId, fundingSourceId, search = '' } = filters;
    const named =
      fundingSourceId === undefined ? undefined : (await this.facts.source(fundingSourceId, operation))?.source;
    if (fundingSourceId !== undefined && named?.accountId !== accountId) return { list: 'none' };
    const { bank, balance }: Source = named ? sourceOf(named) : {};
    const found = this.parties.find(filters, operation);
    if (customerId !== undefined) {
      return (await this.isCustomer(customerId, operation))
        ? { list: 'party', partyId: customerId, source: { bank, balance }, found }
        : { list: 'none' };
    }
    const searchedId = isId(search) ? search.toLowerCase() : undefined;
    if (searchedId !== undefined) {
      const isParty = searchedId === accountId || (await this.isCustomer(searchedId, operation));
      return isParty ? { list: 'party', partyId: searchedId, source: { bank, balance } } : { list: 'none' };
    }
    return balance
      ? { list: 'party', partyId: balance.ownerId, source: { balance }, found }
      : { list: 'all', source: { bank }, found };
  }

  private async isCustomer(partyId: string, operation: Operation): Promise<boolean> {
    return (await this.facts.customer(partyId, operation))?.accountId === accountOf(operation);
  }
}

const sourceOf = ({ type, fundingSourceId: id, ownerId }: FundingSourceFact): Source =>
  type === 'balance' ? { balance: { id, ownerId } } : { bank: id };

/** @throws DomainError ValidationError if a search finds more parties than transfers are counted */
export async function collected(found: FoundParties | undefined): Promise<readonly string[] | undefined> {
  if (!found) return undefined;
  const parties: string[] = [];
  for await (const page of found) {
    parties.push(...page);
    if (parties.length > COUNT_MAX) throw validationError(usualFault('Invalid', '/query/search'));
  }
  return parties;
}
