import { Injectable } from '@nestjs/common';
import { Sealer } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { type BankBehavior, noBehavior } from './bank-behavior.js';
import { findBehavior, type StoredBehavior } from './bank-behaviors.rows.js';

const CONTEXT = 'transfers.bank-behavior';

export interface OpenedBehavior extends Omit<StoredBehavior, 'sealed'> {
  readonly behavior: BankBehavior;
}

/** How the banks of accounts behave. Rules contain numbers and names, so that they are stored sealed for the account. */
@Injectable()
export class BankBehaviors {
  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
  ) {}

  async find(accountId: string): Promise<OpenedBehavior> {
    const { sealed, ...stored } = await findBehavior(this.dataSource, accountId);
    return { ...stored, behavior: sealed ? await this.open(accountId, sealed) : noBehavior };
  }

  seal(accountId: string, behavior: BankBehavior): Promise<Buffer> {
    return this.sealer.seal(accountId, CONTEXT, JSON.stringify(behavior));
  }

  private async open(accountId: string, sealed: Buffer): Promise<BankBehavior> {
    return JSON.parse(await this.sealer.open(accountId, CONTEXT, sealed)) as BankBehavior;
  }
}
