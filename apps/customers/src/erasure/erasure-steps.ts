import { Injectable } from '@nestjs/common';
import { erasingServices } from '@halyard/contracts/erasures';
import { Changes } from '@halyard/changes';
import { recordTakenAway } from '@halyard/recovery';
import { Clock } from '@halyard/core';
import { CustomerHistory } from '../customer/customer-history.js';
import { CustomerTeller } from '../customer/customer-teller.js';
import { close, isOpen, reopen } from './closed-customer.js';
import type { Erasure } from './erasure.entity.js';
import { erasureEntry } from './erasure-entry.js';
import { type ErasureCase, ErasedData } from './erased-data.js';
import { Obstacles } from './obstacles.js';

/** The steps of an erasure. Each step may be repeated. */
@Injectable()
export class ErasureSteps {
  constructor(
    private readonly changes: Changes,
    private readonly obstacles: Obstacles,
    private readonly history: CustomerHistory,
    private readonly teller: CustomerTeller,
    private readonly data: ErasedData,
    private readonly clock: Clock,
  ) {}

  /** Takes the next step. @returns its changes to the erasure */
  carryOut(one: ErasureCase): Promise<Partial<Erasure> & Pick<Erasure, 'step'>> {
    switch (one.erasure.step) {
      case 'ordered':
        return this.close(one);
      case 'closed':
        return this.lookAgain(one);
      case 'erasing':
        return this.eraseAtNext(one);
      default:
        return this.tellRefused(one);
    }
  }

  private async close({ tx, erasure, customer, at }: ErasureCase) {
    const deactivates = isOpen(customer);
    await close(this.changes.within(tx), customer, erasure.id, { at, history: this.history });
    return { step: 'closed', deactivates } as const;
  }

  private async lookAgain({ tx, erasure, customer, at, operation }: ErasureCase) {
    await this.teller.tell(operation, customer.id);
    const obstacles = erasure.unconditional ? [] : await this.obstacles.moneyObstacles(customer.id, operation);
    if (obstacles.length === 0) {
      await recordTakenAway(tx, erasureEntry(erasure));
      return { step: 'erasing' } as const;
    }
    await reopen(this.changes.within(tx), customer, erasure, { at, history: this.history });
    return { step: 'reopened', obstacles } as const;
  }

  private async tellRefused({ customer, operation }: ErasureCase) {
    await this.teller.tell(operation, customer.id);
    return { step: 'refused' } as const;
  }

  private async eraseAtNext(one: ErasureCase) {
    const { confirmations } = one.erasure;
    const service = erasingServices.find((each) => confirmations[each] === undefined);
    if (service === undefined) return { step: 'done' } as const;
    await this.data.eraseAt(service, one);
    const confirmed = { ...confirmations, [service]: this.clock.system().toISOString() };
    return { step: 'erasing', confirmations: confirmed } as const;
  }
}
