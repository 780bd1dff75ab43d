import { Injectable } from '@nestjs/common';
import type { Change } from '@halyard/changes';
import type { InvitedRole } from '@halyard/contracts/people';
import { Clock, DAY_MS, DomainError, validationError } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { type EntityManager, LessThanOrEqual, MoreThan } from 'typeorm';
import { Account } from '../account/account.entity.js';
import { recordOfAccount } from '../account/account-history.js';
import { AuthConfig } from '../config.js';
import { invitationLetter } from '../mail/letters.js';
import { MailOutbox } from '../mail/mail-outbox.js';
import { newSecret } from '../page/pages.js';
import { SecurityEvents } from '../security-event/security-events.js';
import { Membership } from '../person/membership.entity.js';
import { Memberships } from '../person/memberships.js';
import { People, type PersonalData } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { Invitation } from './invitation.entity.js';
import { InvitationLetter } from './invitation-letter.entity.js';

const EMAIL = 'auth.invitation-email';
const NAME = 'auth.invitation-name';
const WEEK_MS = 7 * DAY_MS;
/** Limits people and open invitations of an account together. */
const PEOPLE_MAX = 200;
/** Letters to one address within a day. */
const LETTERS_MAX = 5;

export interface NewInvitation extends PersonalData {
  readonly id: string;
  readonly accountId: string;
  readonly role: InvitedRole;
}

/** Invites people by a link that works once, for a week. */
@Injectable()
export class Invitations {
  constructor(
    private readonly sealer: Sealer,
    private readonly people: People,
    private readonly memberships: Memberships,
    private readonly events: SecurityEvents,
    private readonly outbox: MailOutbox,
    private readonly clock: Clock,
    private readonly config: AuthConfig,
  ) {}

  /**
   * Answers the same whether or not a person has the address, unless that person belongs to the account.
   *
   * @param at by the account's clock
   * @throws DomainError NotFound if there is no such account; ValidationError (Duplicate) if the person belongs to the
   * account or is invited to it; MaxNumberOfResources; TooManyRequests if the address got enough letters
   */
  async create(change: Change, { id, accountId, email, name, role }: NewInvitation, at: Date): Promise<void> {
    const { tx } = change;
    // This locks the account.
    await recordOfAccount(change, accountId, at, (account) => ({
      type: 'auth.person-invited.v1',
      data: { ...account, invitationId: id, role },
    }));
    const createdAt = this.clock.system();
    const emailHash = this.people.hashOf(email);
    await tx.delete(Invitation, { accountId, expiresAt: LessThanOrEqual(createdAt) });
    await this.requireNew(tx, accountId, emailHash);
    await requireRoom(tx, accountId);
    await this.countLetter(tx, { id, accountId, emailHash, postedAt: createdAt });
    const token = newSecret();
    const expiresAt = new Date(createdAt.getTime() + WEEK_MS);
    await tx.insert(Invitation, {
      id,
      accountId,
      emailHash,
      sealedEmail: await this.sealer.seal(accountId, EMAIL, email),
      sealedName: await this.sealer.seal(accountId, NAME, name),
      role,
      tokenHash: this.hash(token),
      createdAt,
      expiresAt,
    });
    await this.events.record(tx, 'person_invited', { accountId });
    const { name: account } = await tx.findOneByOrFail(Account, { id: accountId });
    const { installationName: installation, addresses } = this.config;
    const offer = { installation, account, role, link: `${addresses.url}/invitations/${token}` };
    await this.outbox.post(tx, invitationLetter(email, offer), expiresAt);
  }

  /** Oldest first. */
  openOf(manager: EntityManager, accountId: string): Promise<Invitation[]> {
    const where = { accountId, expiresAt: MoreThan(this.clock.system()) };
    return manager.find(Invitation, { where, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** @throws DomainError NotFound, also for an invitation of another account, or an expired one */
  async get(manager: EntityManager, accountId: string, id: string): Promise<Invitation> {
    const invitation = await manager.findOneBy(Invitation, {
      id,
      accountId,
      expiresAt: MoreThan(this.clock.system()),
    });
    if (!invitation) throw new DomainError('NotFound');
    return invitation;
  }

  /** @throws DomainError NotFound */
  async withdraw(change: Change, accountId: string, id: string, at: Date): Promise<Invitation> {
    const { tx } = change;
    await recordOfAccount(change, accountId, at, (account) => ({
      type: 'auth.invitation-withdrawn.v1',
      data: { ...account, invitationId: id },
    }));
    const invitation = await this.get(tx, accountId, id);
    await tx.delete(Invitation, { id });
    return invitation;
  }

  async open({ accountId, sealedEmail, sealedName }: Invitation): Promise<PersonalData> {
    const [email, name] = await Promise.all([
      this.sealer.open(accountId, EMAIL, sealedEmail),
      this.sealer.open(accountId, NAME, sealedName),
    ]);
    return { email, name };
  }

  /** Finds the invitation of a link that works, without using it up. @throws DomainError NotFound */
  async ofLink(manager: EntityManager, token: string): Promise<Invitation> {
    const expiresAt = MoreThan(this.clock.system());
    const invitation = await manager.findOneBy(Invitation, { tokenHash: this.hash(token), expiresAt });
    if (!invitation) throw gone();
    return invitation;
  }

  /** Uses up an invitation and adds the person to the account. @throws DomainError NotFound */
  async accept(change: Change, invitation: Invitation, personId: string): Promise<void> {
    await this.use(change.tx, invitation);
    await this.admit(change, invitation, personId);
  }

  /** Uses up an invitation. Of several uses at once, in any processes, one succeeds. @throws DomainError NotFound */
  async use(tx: EntityManager, { id, accountId }: Invitation): Promise<void> {
    // Locks in the same order as a withdrawal: the account, then the invitation.
    await tx.findOne(Account, { where: { id: accountId }, lock: { mode: 'pessimistic_write' } });
    const used = await tx.delete(Invitation, { id });
    if (used.affected !== 1) throw gone();
  }

  async admit(change: Change, { accountId, role }: Invitation, personId: string): Promise<void> {
    const createdAt = await this.clock.now(accountId);
    await this.memberships.add(change, { accountId, personId, role, createdAt });
  }

  private async requireNew(tx: EntityManager, accountId: string, emailHash: string): Promise<void> {
    const person = await tx.findOneBy(Person, { emailHash });
    const isMember = person !== null && (await tx.existsBy(Membership, { accountId, personId: person.id }));
    if (!isMember && !(await tx.existsBy(Invitation, { accountId, emailHash }))) return;
    const message = isMember ? 'This person belongs to the account already.' : 'This person is invited already.';
    throw validationError({ code: 'Duplicate', message, path: '/email' });
  }

  /** Each letter counts, even if one invitation is withdrawn and sent again. */
  private async countLetter(tx: EntityManager, letter: InvitationLetter): Promise<void> {
    const { accountId, emailHash, postedAt: now } = letter;
    const posted = await tx.find(InvitationLetter, {
      where: { accountId, emailHash, postedAt: MoreThan(new Date(now.getTime() - DAY_MS)) },
      order: { postedAt: 'DESC' },
    });
    const oldest = posted[LETTERS_MAX - 1];
    if (oldest) {
      const until = new Date(oldest.postedAt.getTime() + DAY_MS);
      const bound = `An account sends ${LETTERS_MAX} invitations to one address within 24 hours at most.`;
      throw new DomainError('TooManyRequests', {
        message: `${bound} Invite this address again from ${until.toISOString()} on.`,
        retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1_000),
      });
    }
    await tx.insert(InvitationLetter, letter);
  }

  private hash(token: string): string {
    return this.sealer.fingerprint('auth.invitation', token);
  }
}

async function requireRoom(tx: EntityManager, accountId: string): Promise<void> {
  const [members, invited] = [await tx.countBy(Membership, { accountId }), await tx.countBy(Invitation, { accountId })];
  if (members + invited < PEOPLE_MAX) return;
  const message = `An account has ${PEOPLE_MAX} people and open invitations at most.`;
  throw new DomainError('MaxNumberOfResources', { message });
}

const gone = (): DomainError =>
  new DomainError('NotFound', {
    message: 'This invitation does not work any more: it was accepted or withdrawn, or is more than a week old.',
  });
