import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import type { FundingSourceFact } from '@halyard/contracts/funding-sources';
import { isHolder } from '@halyard/contracts/parties';
import { DataSource, In } from 'typeorm';
import { Facts } from '../facts/facts.js';
import { isMicroDeposit } from '../payment/micro-deposit-legs.js';
import { ReadModels } from '../projection/read-models.js';
import { bankOf } from '../transfer/transfer.answer.js';
import { Transfer } from '../transfer/transfer.entity.js';

export interface BankView {
  /** The return that the bank's name asks for, if banks are simulated. */
  readonly returns?: FundingSourceFact['returns'];
  /** Set if the money may not be passed on to a bank. */
  readonly endsHere?: true;
  /** Set if the bank was removed: it is no longer paid (reference facts 6.6). */
  readonly isRecalled?: true;
}

@Injectable()
export class BankFacts {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly facts: Facts,
  ) {}

  /** @returns one view for each transfer, in their order */
  async of(transfers: readonly Transfer[], operation: Operation): Promise<BankView[]> {
    const later = await this.laterLegsOf(transfers);
    return Promise.all(
      transfers.map(async (transfer): Promise<BankView> => {
        const next = later.get(transfer.id);
        const [bank, onward] = await Promise.all([
          this.facts.source(bankOf(transfer).fundingSourceId, operation),
          next && this.facts.source(next.destinationFundingSourceId, operation),
        ]);
        // Debits from a removed bank go on, micro-deposits arrive, and nobody recalls what a bank has already.
        const isWithheld = transfer.submittedAt === null && !isDebit(transfer) && !isMicroDeposit(transfer);
        if (bank?.source.removed && isWithheld) return { isRecalled: true };
        const endsHere = next && (!onward || onward.source.removed || !isHolder(onward.owner)) ? true : undefined;
        return { returns: bank?.source.returns, endsHere };
      }),
    );
  }

  /**
   * Finds, by leg id, the later leg to a bank that is created once this leg, or the leg that it funds, is processed.
   */
  private async laterLegsOf(transfers: readonly Transfer[]): Promise<ReadonlyMap<string, Transfer>> {
    const payments = [...new Set(transfers.map(({ paymentId }) => paymentId))];
    const planned = await this.readModels.read('transfers', () =>
      this.dataSource.manager.findBy(Transfer, { paymentId: In(payments), status: 'initiated' }),
    );
    const funding = new Map(
      transfers.flatMap(({ id, fundedId }) => [[id, id] as const, [fundedId ?? id, id] as const]),
    );
    return new Map(
      planned.flatMap((later) => {
        const before = later.fundingId === null ? undefined : funding.get(later.fundingId);
        return before === undefined ? [] : [[before, later] as const];
      }),
    );
  }
}

const isDebit = ({ clearing }: Transfer): boolean => clearing !== null && 'source' in clearing;
