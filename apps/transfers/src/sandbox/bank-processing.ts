import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PaymentProcess } from '../payment/payment.process.js';
import { ReadModels } from '../projection/read-models.js';
import { Transfer } from '../transfer/transfer.entity.js';

/** Payments settled at a time, so that a simulation leaves room for others. */
const SETTLED_AT_ONCE = 16;

/** The simulated bank: what it is told to process, it moves. */
@Injectable()
export class BankProcessing {
  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
    private readonly process: PaymentProcess,
  ) {}

  /**
   * Settles the newest pending bank legs of an account, the oldest of them first, and drives their payments to the end.
   *
   * @returns how many
   */
  async settlePending(accountId: string, max: number): Promise<number> {
    const newestFirst = await this.readModels.read('transfers', () =>
      this.dataSource.manager.find(Transfer, {
        select: { paymentId: true },
        where: { accountId, leg: 'bank', status: 'pending' },
        order: { position: 'DESC' },
        take: max,
      }),
    );
    const paymentIds = newestFirst.map(({ paymentId }) => paymentId);
    const workers = Array.from({ length: SETTLED_AT_ONCE }, async () => {
      for (let next = paymentIds.pop(); next !== undefined; next = paymentIds.pop()) {
        await this.process.settleBankLegs(next);
      }
    });
    await Promise.all(workers);
    return newestFirst.length;
  }
}
