import { Controller, Param } from '@nestjs/common';
import type { CollectionDocument, Operation, ResourceRef } from '@halyard/contracts';
import { ref } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { accountOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, ReadQuery } from '@halyard/input';
import { DataSource } from 'typeorm';
import { Facts } from '../../facts/facts.js';
import { BankHours } from '../../bank/bank-hours.js';
import { PartySearch } from '../../facts/party-search.js';
import { ReadModels } from '../../projection/read-models.js';
import { listTransfers } from './list-transfers.query.js';
import { type TransferFilters, transferFilters } from './transfer-filters.js';

@Controller()
export class ListTransfersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly facts: Facts,
    private readonly parties: PartySearch,
    private readonly hours: BankHours,
  ) {}

  @Serves('listAccountTransfers')
  async ofAccount(
    @Param('id', IdPipe) id: string,
    @ReadQuery(transferFilters) filters: TransferFilters,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionDocument> {
    if (accountOf(operation) !== id) throw new DomainError('NotFound');
    return this.list(ref('account-transfers', id), filters, operation);
  }

  @Serves('listCustomerTransfers')
  async ofCustomer(
    @Param('id', IdPipe) id: string,
    @ReadQuery(transferFilters) filters: TransferFilters,
    @CurrentOperation() operation: Operation,
  ): Promise<CollectionDocument> {
    const accountId = accountOf(operation);
    const customer = await this.facts.customer(id, operation);
    if (customer?.accountId !== accountId) throw new DomainError('NotFound');
    return this.list(ref('customer-transfers', id), filters, operation);
  }

  private async list(self: ResourceRef, filters: TransferFilters, operation: Operation): Promise<CollectionDocument> {
    const search = filters.search?.toLowerCase();
    return this.readModels.read('transfers', () => {
      const found = search ? this.parties.find(search, operation) : undefined;
      const now = { at: operation.at, hours: this.hours };
      return listTransfers(this.dataSource.manager, self, self.id, filters, now, found);
    });
  }
}
