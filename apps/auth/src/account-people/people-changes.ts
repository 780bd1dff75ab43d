import { Injectable } from '@nestjs/common';
import type { Change } from '@halyard/changes';
import { Consents } from '../consent/consents.js';
import { type ChangedMembership, Memberships } from '../person/memberships.js';
import { TokenFamilies } from '../token-family/token-families.js';

/**
 * Changes who belongs to an account, and with which role. Only owners may let integrations act for the account, so a
 * person who is no longer an owner loses these integrations.
 */
@Injectable()
export class PeopleChanges {
  constructor(
    private readonly memberships: Memberships,
    private readonly consents: Consents,
    private readonly families: TokenFamilies,
  ) {}

  /**
   * Ends the person's access tokens: the next ones have the rights of the new role.
   *
   * @returns how many integrations this disconnects
   * @throws as `Memberships.changeRole`
   */
  async changeRole(change: Change, changed: ChangedMembership, at: Date) {
    const { accountId, personId, role } = changed;
    const disconnected = role === 'owner' ? 0 : await this.consents.forget(change.tx, { personId, accountId });
    await this.families.renew(change.tx, { personId, accountId });
    await this.memberships.changeRole(change, changed, at);
    return disconnected;
  }

  /** @returns how many integrations this disconnects. @throws as `Memberships.remove` */
  async remove(change: Change, accountId: string, personId: string, at: Date) {
    const disconnected = await this.consents.withdraw(change.tx, { personId, accountId });
    await this.memberships.remove(change, accountId, personId, at);
    return disconnected;
  }
}
