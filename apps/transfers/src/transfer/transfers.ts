import { Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { Batcher } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { isMicroDeposit } from '../payment/micro-deposit-legs.js';
import { ReadModels } from '../projection/read-models.js';
import { Transfer } from './transfer.entity.js';
import { TransfersById } from './transfers-by-id.rows.js';

const FOUND_AT_ONCE_MAX = 200;

/** Reads transfers, including everything that was answered before. */
@Injectable()
export class Transfers {
  /** Reads at the same time share one statement. */
  private readonly byId: Batcher<string, Transfer | undefined>;

  constructor(
    private readonly dataSource: DataSource,
    private readonly readModels: ReadModels,
  ) {
    const stored = new TransfersById(dataSource);
    this.byId = new Batcher((ids) => stored.read(ids), { sizeMax: FOUND_AT_ONCE_MAX, gathers: false });
  }

  /**
   * Finds a transfer of any account, including micro-deposits. @throws DomainError ServiceUnavailable during a rebuild
   */
  find(id: string): Promise<Transfer | undefined> {
    return this.readModels.read('transfers', () => this.byId.add(id));
  }

  /** @throws DomainError NotFound, also for a transfer of another account and for micro-deposits */
  async get(id: string, accountId: string): Promise<Transfer> {
    const transfer = await this.find(id);
    if (transfer?.accountId !== accountId || transfer.status === 'initiated' || isMicroDeposit(transfer))
      throw new DomainError('NotFound');
    return transfer;
  }

  /** The fee transfers of a payment, in the order in which the payment has them. */
  feesOf({ id: paymentId }: Pick<Transfer, 'id'>): Promise<Transfer[]> {
    return this.readModels.read('transfers', () =>
      this.dataSource.manager.find(Transfer, { where: { paymentId, kind: 'fee' }, order: { place: 'ASC' } }),
    );
  }
}
