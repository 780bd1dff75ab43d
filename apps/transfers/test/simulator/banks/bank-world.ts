import type { ReturnCode } from '@halyard/core';
import type { Leg, PaymentTerms } from '../../../src/payment/payment.model.js';
import type { Random } from '../random.js';
import { World } from '../world.js';
import type { AccountTime } from './account-time.js';
import type { BankOwner } from './bank-owner.js';

/** Routing numbers of the banks, all with a right check digit. */
export const routingNumbers = ['021000021', '011401533', '091000019'] as const;

const nextAvailable = { destination: 'next-available' } as const;

const isSameDay = (leg: Leg): Leg =>
  leg.clearing && 'destination' in leg.clearing ? { ...leg, clearing: nextAvailable } : leg;

/** A world whose time is the account's, and whose banks have numbers and names. */
export class BankWorld extends World {
  constructor(
    random: Random,
    private readonly time: AccountTime,
  ) {
    super(random);
  }

  override get at(): string {
    return this.time.now.toISOString();
  }

  /** Some payments have a correlation id, and some credits go out the same day. */
  override anyPayment(tries: number): PaymentTerms[] {
    const correlationId = this.random.chance(40) ? `order-${this.random.int(1_000_000)}` : undefined;
    const goesSameDay = this.random.chance(30);
    return super.anyPayment(tries).map((terms) => ({
      ...terms,
      ...(correlationId !== undefined && { correlationId }),
      legs: goesSameDay ? terms.legs.map(isSameDay) : terms.legs,
    }));
  }

  /** Tells the owner of all banks. Two of them are named by return codes. */
  open(owner: BankOwner): void {
    const banks = this.banks();
    const named = new Map<number, { readonly code: ReturnCode; readonly isLate: boolean }>([
      [this.random.int(banks.length), { code: 'R01', isLate: false }],
      [this.random.int(banks.length), { code: 'R10', isLate: true }],
    ]);
    for (const [index, { ownerKind, ownerId, fundingSourceId }] of banks.entries()) {
      const returns = named.get(index);
      owner.add({
        fact: {
          ...{ fundingSourceId, accountId: this.account, ownerKind, ownerId, type: 'bank', status: 'verified' },
          ...{ removed: false, channels: ['ach', 'wire'], version: 1 },
          ...(returns && { returns }),
        },
        routingNumber: this.random.pick(routingNumbers),
        accountNumber: `${1_000_000 + index}`,
        isPersons: ownerKind === 'customer',
      });
    }
  }
}
