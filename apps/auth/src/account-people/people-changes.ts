import { Injectable } from '@nestjs/common';
import type { Change } from '@halyard/changes';
import { Consents } from '../consent/consents.js';
import type { Membership } from '../person/membership.entity.js';
import { Memberships } from '../person/memberships.js';

/** Changes who belongs to an account. Withdraws the consents that the person gave there. */
@Injectable()
export class PeopleChanges {
  constructor(
    private readonly memberships: Memberships,
    private readonly consents: Consents,
  ) {}

  /** @returns how many integrations this disconnects. @throws as `Memberships.changeRole` */
  async changeRole(change: Change, changed: Pick<Membership, 'accountId' | 'personId' | 'role'>, at: Date) {
    const { accountId, personId, role } = changed;
    await this.memberships.changeRole(change, changed, at);
    return this.consents.changeRole(change.tx, personId, accountId, role === 'owner');
  }

  /** @returns how many integrations this disconnects. @throws as `Memberships.remove` */
  async remove(change: Change, accountId: string, personId: string, at: Date) {
    const disconnected = await this.consents.withdraw(change.tx, { personId, accountId });
    await this.memberships.remove(change, accountId, personId, at);
    return disconnected;
  }
}
