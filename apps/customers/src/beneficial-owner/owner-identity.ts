import { Injectable } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { Sealer } from '@halyard/persistence';
import { IdentityChecks } from '../customer/identity/identity-checks.js';
import { type CheckedPerson, checkedPersonOf, type PersonalNumbers } from '../customer/personal-data.js';
import { readBody } from '../customer/rules/read-body.js';
import { nameText } from '../customer/search-keys.js';
import { BeneficialOwnerDto } from './beneficial-owner.dto.js';
import type { BeneficialOwner } from './beneficial-owner.entity.js';
import { type OwnerStep, ownerStates } from './owner-states.js';

/** Context under which the numbers are sealed. */
const NUMBERS = 'customers.beneficial-owner';

type OwnerData = Pick<BeneficialOwner, 'firstName' | 'lastName' | 'searchText' | 'address' | 'numbers'>;

export interface CheckedOwner {
  readonly data: OwnerData;
  readonly step: OwnerStep;
}

/**
 * @param at by the account's clock
 * @throws DomainError ValidationError
 */
export const readOwner = async (body: unknown, at: Date): Promise<CheckedPerson> =>
  checkedPersonOf(await readBody<BeneficialOwnerDto>(body, BeneficialOwnerDto, at));

@Injectable()
export class OwnerIdentity {
  constructor(
    private readonly checks: IdentityChecks,
    private readonly sealer: Sealer,
  ) {}

  /** @param operation its id identifies the check for ever */
  async checked(
    { id }: Operation,
    customerId: string,
    person: CheckedPerson,
    from: 'new' | 'incomplete',
  ): Promise<CheckedOwner> {
    const isSecond = from === 'incomplete';
    const { outcome } = await this.checks.check({ id, subject: 'owner', isSecond, identity: person });
    return { data: await this.dataOf(customerId, person), step: ownerStates[from][outcome] };
  }

  private async dataOf(customerId: string, person: CheckedPerson): Promise<OwnerData> {
    const { firstName, lastName, address, dateOfBirth, ssn, passport } = person;
    const numbers = JSON.stringify({ dateOfBirth, ssn, passport } satisfies PersonalNumbers);
    return {
      ...{ firstName, lastName, searchText: nameText(person), address },
      numbers: await this.sealer.seal(customerId, NUMBERS, numbers),
    };
  }
}
