import type { Changes } from '@halyard/changes';
import type { PersonRole } from '@halyard/contracts/people';
import type { Clock } from '@halyard/core';
import type { TakenAway } from '@halyard/recovery';
import { type DataSource, In } from 'typeorm';
import { Account } from '../account/account.entity.js';
import { recordOfAccount } from '../account/account-history.js';
import { Application } from '../application/application.entity.js';
import { isOperating } from '../application/operating-account.query.js';
import { Consent } from '../consent/consent.entity.js';
import { Membership } from '../person/membership.entity.js';
import type { Memberships } from '../person/memberships.js';
import { Person } from '../person/person.entity.js';
import type { AccountStandings } from '../suspension/account-standings.js';
import { afterEnds } from './ended-secrets.js';
import type { LostCredentials } from './lost-credentials.js';
import { type Entries, lastOf, type Taker } from './taker.js';
import { isTakenDown } from './taken-down-role.js';
import { type AccessEntries, factorKinds } from '../taken-away/taken-away-records.js';

const REASON = 'Suspended before the data was restored.';

const memberKinds: ReadonlySet<string> = new Set(['member-removed', 'role-changed']);

interface LostAccessOptions {
  readonly dataSource: DataSource;
  readonly changes: Changes;
  readonly memberships: Memberships;
  readonly standings: AccountStandings;
  readonly credentials: LostCredentials;
  readonly clock: Clock;
}

/**
 * Takes access away from restored data, by the entries of the list. The last entry about a subject counts: somebody who
 * was suspended and then reinstated stays as the data has it. No entry gives access that the data does not have. Each
 * subject has a transaction of its own, and nothing happens to it when it is done again.
 */
export class LostAccess {
  constructor(private readonly options: LostAccessOptions) {}

  /** @returns lines for people */
  async apply(entries: readonly TakenAway[]): Promise<readonly string[]> {
    const take = <Kind extends keyof AccessEntries>(line: string, kinds: readonly Kind[], taker: Taker<Kind>) =>
      this.takeFrom(entries, line, kinds, taker);
    const { credentials } = this.options;
    return [
      ...(await take('people are suspended', ['person-suspended', 'person-reinstated'], suspendPerson)),
      ...(await take('accounts are suspended', ['account-suspended', 'account-reinstated'], this.suspendAccount)),
      ...(await take(
        'applications are suspended',
        ['application-suspended', 'application-reinstated'],
        this.suspendApplication,
      )),
      ...(await take('applications have lost secrets', ['secrets-ended'], endSecrets)),
      ...(await take('consents to applications are withdrawn', ['consent-withdrawn'], withdrawConsent)),
      ...(await take('roles are changed', ['role-changed', 'member-joined', 'member-removed'], this.lowerRole)),
      ...(await take('members are removed', ['member-removed', 'member-joined', 'role-changed'], this.removeMember)),
      ...(await take('people have lost second factors or recovery codes', factorKinds, credentials.endFactors)),
      ...(await take(
        'people have to choose a new password by letter',
        ['password-changed', ...factorKinds],
        credentials.endPassword,
      )),
      ...(await this.accountsWithoutOwner(entries)),
    ];
  }

  private async takeFrom<Kind extends keyof AccessEntries>(
    entries: readonly TakenAway[],
    line: string,
    kinds: readonly Kind[],
    taker: Taker<Kind>,
  ): Promise<readonly string[]> {
    const { dataSource, changes } = this.options;
    let count = 0;
    for (const group of bySubject(entries.filter(({ what }) => kinds.some((kind) => kind === what)))) {
      const isTaken = await dataSource.transaction((tx) => taker(changes.within(tx), group as Entries<Kind>));
      if (isTaken) count += 1;
    }
    return count > 0 ? [`${count} ${line}`] : [];
  }

  /** Tells of accounts whose last owner is gone, since the next one had joined after the backup. */
  private async accountsWithoutOwner(entries: readonly TakenAway[]): Promise<readonly string[]> {
    const { manager } = this.options.dataSource;
    const changed = entries.flatMap(({ what, accountId }) => (memberKinds.has(what) ? [String(accountId)] : []));
    const lines: string[] = [];
    for (const id of new Set(changed)) {
      const hasOwner = await manager.existsBy(Membership, { accountId: id, role: In(['owner', 'operator']) });
      if (!hasOwner && (await manager.existsBy(Account, { id }))) {
        lines.push(`account ${id} has no owner any more: invite one`);
      }
    }
    return lines;
  }

  private readonly suspendAccount: Taker<'account-suspended' | 'account-reinstated'> = async (change, entries) => {
    const last = lastOf(entries);
    const { tx } = change;
    const account = await tx.findOneBy(Account, { id: last.accountId });
    if (last.what !== 'account-suspended' || !account || account.suspendedAt) return false;
    if (await isOperating(tx, account.id)) return false;
    const suspension = { suspendedAt: new Date(last.at), reason: REASON };
    await this.options.standings.set(change, account.id, suspension, await this.options.clock.now(account.id));
    return true;
  };

  private readonly suspendApplication: Taker<'application-suspended' | 'application-reinstated'> = async (
    change,
    entries,
  ) => {
    const { what, applicationId: id } = lastOf(entries);
    const { tx } = change;
    const application = await tx.findOneBy(Application, { id });
    if (what !== 'application-suspended' || !application || application.status === 'suspended') return false;
    const { accountId, scopes, permissions } = application;
    await recordOfAccount(change, accountId, await this.options.clock.now(accountId), (account) => ({
      type: 'auth.application-changed.v1',
      data: { ...account, applicationId: id, status: 'suspended', scopes, permissions },
    }));
    await tx.update(Application, { id }, { status: 'suspended', reason: REASON });
    return true;
  };

  private readonly lowerRole: Taker<'role-changed' | 'member-joined' | 'member-removed'> = async (change, entries) => {
    const last = lastOf(entries);
    if (last.what === 'member-removed' || !('role' in last)) return false;
    const { accountId, personId } = last;
    const role = last.role as PersonRole;
    const { tx } = change;
    const membership = await tx.findOneBy(Membership, { accountId, personId });
    if (!membership || !isTakenDown(membership.role, role)) return false;
    if (role !== 'owner') await tx.delete(Consent, { accountId, personId });
    const at = await this.options.clock.now(accountId);
    await this.options.memberships.setRole(change, { accountId, personId, role }, at);
    return true;
  };

  private readonly removeMember: Taker<'role-changed' | 'member-joined' | 'member-removed'> = async (
    change,
    entries,
  ) => {
    const { what, accountId, personId } = lastOf(entries);
    const { tx } = change;
    if (what !== 'member-removed' || !(await tx.existsBy(Membership, { accountId, personId }))) return false;
    await tx.delete(Consent, { accountId, personId });
    await this.options.memberships.drop(change, accountId, personId, await this.options.clock.now(accountId));
    return true;
  };
}

const suspendPerson: Taker<'person-suspended' | 'person-reinstated'> = async ({ tx }, entries) => {
  const { what, at, personId: id } = lastOf(entries);
  if (what !== 'person-suspended') return false;
  const person = await tx.findOneBy(Person, { id });
  if (!person || person.suspendedAt) return false;
  await tx.update(Person, { id }, { suspendedAt: new Date(at), reason: REASON });
  return true;
};

const endSecrets: Taker<'secrets-ended'> = async ({ tx }, entries) => {
  const { applicationId: id } = lastOf(entries);
  const application = await tx.findOneBy(Application, { id });
  if (!application) return false;
  const after = afterEnds(application, entries);
  await tx.update(Application, { id }, after);
  return application.secretHash !== null;
};

const withdrawConsent: Taker<'consent-withdrawn'> = async ({ tx }, entries) => {
  const { personId, applicationId } = lastOf(entries);
  const { affected } = await tx.delete(Consent, { personId, applicationId });
  return affected !== 0;
};

/** Groups entries by the ids that they are about, in order. */
function bySubject(entries: readonly TakenAway[]): readonly (readonly TakenAway[])[] {
  const groups = new Map<string, TakenAway[]>();
  for (const entry of entries) {
    const subject = [entry['accountId'], entry['personId'], entry['applicationId']].join();
    groups.set(subject, [...(groups.get(subject) ?? []), entry]);
  }
  return [...groups.values()];
}
