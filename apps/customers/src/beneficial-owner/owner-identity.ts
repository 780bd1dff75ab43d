import { Injectable } from '@nestjs/common';
import { Sealer } from '@halyard/persistence';
import { IdentityChecks } from '../customer/identity/identity-checks.js';
import type { CheckedPerson, Numbers } from '../customer/personal-data.js';
import type { CheckOutcome } from '../customer/states/customer-states.js';
import type { BeneficialOwner } from './beneficial-owner.entity.js';

/** Context under which the numbers of an owner are sealed, for the customer. */
const NUMBERS = 'customers.beneficial-owner';

/** What of an owner follows from what is asked of it. */
export type OwnerData = Pick<BeneficialOwner, 'firstName' | 'lastName' | 'address' | 'numbers'>;

interface Check {
  /** Names the check for ever. */
  readonly id: string;
  readonly isSecond: boolean;
}

/** Who an owner is: checked, and kept. */
@Injectable()
export class OwnerIdentity {
  constructor(
    private readonly checks: IdentityChecks,
    private readonly sealer: Sealer,
  ) {}

  async check(person: CheckedPerson, { id, isSecond }: Check): Promise<CheckOutcome> {
    return (await this.checks.check({ id, subject: 'owner', isSecond, identity: person })).outcome;
  }

  async dataOf(customerId: string, person: CheckedPerson): Promise<OwnerData> {
    const { firstName, lastName, address, dateOfBirth, ssn, passport } = person;
    const numbers = JSON.stringify({ dateOfBirth, ssn, passport } satisfies Numbers);
    return { firstName, lastName, address, numbers: await this.sealer.seal(customerId, NUMBERS, numbers) };
  }
}
