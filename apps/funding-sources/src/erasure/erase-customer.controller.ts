import { Body, Controller, Param } from '@nestjs/common';
import { type FactAnswer, type Operation, serviceRoutes } from '@halyard/contracts';
import { customerErasure } from '@halyard/contracts/customers';
import { DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { Changes } from '@halyard/changes';
import { Sealer } from '@halyard/persistence';
import { DataSource, type EntityManager } from 'typeorm';
import { BalanceInquiry } from '../balance-inquiry/balance-inquiry.entity.js';
import { FundingSource } from '../funding-source/funding-source.entity.js';
import { LinkingSession } from '../linking/session/linking-session.entity.js';
import { SourceHistory } from '../funding-source/source-history.js';

/** Removes a person's banks, and leaves only their ids. */
@Controller()
export class EraseCustomerController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly changes: Changes,
    private readonly history: SourceHistory,
    private readonly sealer: Sealer,
  ) {}

  @Serves(serviceRoutes.eraseAtFundingSources)
  async erase(
    @CurrentOperation() { traceparent }: Operation,
    @Param('id', IdPipe) customerId: string,
    @Body() body: unknown,
  ): Promise<FactAnswer> {
    const { data: order } = customerErasure.safeParse(body);
    if (!order) throw new DomainError('BadRequest');
    const at = new Date(order.at);
    await this.dataSource.transaction(async (tx) => {
      const banks = await tx.find(FundingSource, {
        where: { ownerId: customerId, type: 'bank' },
        order: { id: 'ASC' },
        lock: { mode: 'pessimistic_write' },
      });
      for (const bank of banks) await this.empty(tx, bank, at, traceparent);
      await tx.delete(LinkingSession, { ownerId: customerId });
      await this.sealer.destroy(tx, customerId);
    });
    return { type: 'fact', fact: null };
  }

  /**
   * Clears all columns; the unique ones get values that say nothing. If returns have blocked the bank account, it stays
   * blocked, by its fingerprint in another table.
   */
  private async empty(tx: EntityManager, bank: FundingSource, at: Date, traceparent?: string): Promise<void> {
    const { id } = bank;
    await tx.delete(BalanceInquiry, { fundingSourceId: id });
    const rest = {
      ...bank,
      name: '',
      bankName: '',
      routingNumber: Buffer.of(),
      accountNumber: Buffer.of(),
      fingerprint: '',
      lastFour: null,
      searchText: null,
      accountHolders: null,
      microDeposits: null,
      removedAt: bank.removedAt ?? at,
      version: bank.removedAt ? bank.version : bank.version + 1,
    };
    const { position: _, ...row } = rest;
    await tx.update(FundingSource, { id }, row);
    if (bank.removedAt) return;
    const removed = this.history.entryOf(rest, { type: 'funding-sources.funding-source-removed.v1', at });
    await this.changes.within(tx, traceparent).record(removed);
  }
}
