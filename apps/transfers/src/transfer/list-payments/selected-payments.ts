import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { accountOf } from '@halyard/http';
import { DataSource } from 'typeorm';
import { collected, type Selection, SelectedTransfers } from '../all-transfers/selected-transfers.js';
import { counted, type WantedTransfer } from './matching-transfers.query.js';
import type { PaymentFilters } from './payment-filters.js';
import type { PaymentConditions } from './payment-list.query.js';

@Injectable()
export class SelectedPayments {
  constructor(
    private readonly dataSource: DataSource,
    private readonly selected: SelectedTransfers,
  ) {}

  /**
   * @returns undefined if no payment can match
   * @throws DomainError ValidationError if a search finds more parties than payments are counted
   */
  async conditions(
    operation: Operation,
    { customerId, fundingSourceId, search, ...ofPayment }: Omit<PaymentFilters, 'limit' | 'offset'>,
  ): Promise<PaymentConditions | undefined> {
    const selection = await this.selected.of(operation, { customerId, fundingSourceId, search });
    if (selection.list === 'none') return undefined;
    const wanted = await wantedTransfer(selection);
    if (Object.values(wanted).every((condition) => condition === undefined)) return ofPayment;
    return { ...ofPayment, transfers: await counted(this.dataSource.manager, accountOf(operation), wanted) };
  }
}

/** The transfers of a selection: `ListAllTransfers` shows the same ones. */
async function wantedTransfer(selection: Exclude<Selection, { readonly list: 'none' }>): Promise<WantedTransfer> {
  const found = await collected(selection.found);
  if (selection.list === 'all') return { ...selection.source, parties: found };
  const { partyId, source } = selection;
  return { ...source, parties: [partyId], others: found?.includes(partyId) ? undefined : found };
}
