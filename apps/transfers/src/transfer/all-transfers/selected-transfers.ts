import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { isId, validationError } from '@halyard/core';
import { accountOf } from '@halyard/http';
import { usualFault } from '@halyard/input';
import { COUNT_MAX } from '@halyard/lists';
import { Facts } from '../../facts/facts.js';
import { type FoundParties, PartySearch } from '../../facts/party-search.js';
import type { AllTransferFilters } from '../list-transfers/transfer-filters.js';

/** Which list has the transfers that are asked for. `found`: the parties that a search found; undefined without one. */
type Selection =
  | { readonly list: 'none' }
  | { readonly list: 'party'; readonly partyId: string; readonly found?: FoundParties }
  | { readonly list: 'all'; readonly found?: FoundParties };

/** Chooses the list from which a query of all transfers is answered. */
@Injectable()
export class SelectedTransfers {
  constructor(
    private readonly facts: Facts,
    private readonly parties: PartySearch,
  ) {}

  /**
   * The transfers of one party are its own list, in which each of them is once. Those of a balance are in the list of its
   * holder: no index has the balances of all transfers, which would cost each of them more than this list may.
   */
  async of(operation: Operation, filters: AllTransferFilters): Promise<Selection> {
    const accountId = accountOf(operation);
    const { customerId, fundingSourceId, search = '' } = filters;
    const source = fundingSourceId === undefined ? undefined : await this.facts.source(fundingSourceId, operation);
    if (fundingSourceId !== undefined && source?.source.accountId !== accountId) return { list: 'none' };
    const found = this.parties.find(filters, operation);
    if (customerId !== undefined) {
      return (await this.isCustomer(customerId, operation))
        ? { list: 'party', partyId: customerId, found }
        : { list: 'none' };
    }
    const searchedId = isId(search) ? search.toLowerCase() : undefined;
    if (searchedId !== undefined) {
      const isParty = searchedId === accountId || (await this.isCustomer(searchedId, operation));
      return isParty ? { list: 'party', partyId: searchedId } : { list: 'none' };
    }
    return source?.source.type === 'balance'
      ? { list: 'party', partyId: source.source.ownerId, found }
      : { list: 'all', found };
  }

  private async isCustomer(partyId: string, operation: Operation): Promise<boolean> {
    return (await this.facts.customer(partyId, operation))?.accountId === accountOf(operation);
  }
}

/** @throws DomainError ValidationError for a search that finds more parties than transfers are counted */
export async function collected(found: FoundParties | undefined): Promise<readonly string[] | undefined> {
  if (!found) return undefined;
  const parties: string[] = [];
  for await (const page of found) {
    parties.push(...page);
    if (parties.length > COUNT_MAX) throw validationError(usualFault('Invalid', '/query/search'));
  }
  return parties;
}
