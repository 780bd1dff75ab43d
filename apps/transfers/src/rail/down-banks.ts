import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { BankNumbers } from '../bank-behavior/bank-numbers.js';
import { Outages } from '../bank-behavior/outages.js';
import { bankOf } from '../transfer/transfer.answer.js';
import type { Transfer } from '../transfer/transfer.entity.js';

/** Tells what banks put off while they are down. Numbers are asked for only if the account has outages. */
@Injectable()
export class DownBanks {
  constructor(
    private readonly outages: Outages,
    private readonly numbers: BankNumbers,
  ) {}

  /** Whether any bank of the account is down at `at`. */
  async isAny(accountId: string, at: Date): Promise<boolean> {
    return (await this.outages.of(accountId)).downAt(at).length > 0;
  }

  /** When the account's outages end that have not ended before `at`. */
  async endsAfter(accountId: string, at: Date): Promise<readonly Date[]> {
    return (await this.outages.of(accountId)).ends.filter((end) => end > at);
  }

  /**
   * @param transfers of one account
   * @returns by leg id, for legs whose banks are down at `at`: when that comes which their banks would do then
   * @throws DomainError ServiceUnavailable
   */
  async putOff(transfers: readonly Transfer[], at: Date, operation: Operation): Promise<ReadonlyMap<string, Date>> {
    const accountId = transfers[0]?.accountId;
    if (accountId === undefined) return new Map();
    const outages = await this.outages.of(accountId);
    if (outages.downAt(at).length === 0) return new Map();
    const found = await this.numbers.of(accountId, transfers.map(bankOf), operation);
    return new Map(
      transfers.flatMap((transfer) => {
        const routingNumber = found.get(bankOf(transfer).fundingSourceId)?.numbers?.routingNumber;
        const comes = outages.comesAt(routingNumber, at);
        return comes > at ? [[transfer.id, comes] as const] : [];
      }),
    );
  }
}
