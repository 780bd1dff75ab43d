import { Injectable } from '@nestjs/common';
import { BankBehaviors } from './bank-behaviors.js';
import { OutageTimes } from './outage-times.js';

/** When the banks of accounts are down. */
@Injectable()
export class Outages {
  constructor(private readonly behaviors: BankBehaviors) {}

  async of(accountId: string): Promise<OutageTimes> {
    return new OutageTimes((await this.behaviors.find(accountId)).behavior.outages);
  }
}
