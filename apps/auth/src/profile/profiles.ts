import { Injectable } from '@nestjs/common';
import type { PersonRole } from '@halyard/contracts/people';
import { DataSource } from 'typeorm';
import { AuthConfig } from '../config.js';
import { accountNames } from '../account/account-names.query.js';
import { Membership } from '../person/membership.entity.js';
import { People, type PersonalData } from '../person/people.js';
import type { Person } from '../person/person.entity.js';
import type { Passkey } from '../second-factor/passkey.entity.js';
import { type PasskeyOffer, Passkeys } from '../second-factor/passkeys.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import type { Session } from '../session/session.entity.js';
import { type ConnectedApplication, Consents } from '../consent/consents.js';
import { Sessions } from '../session/sessions.js';

const SIGN_INS = 10;

export interface Profile extends PersonalData {
  /** Undefined if the console is not served. */
  readonly consoleUrl: string | undefined;
  readonly accounts: readonly { readonly name: string; readonly role: PersonRole }[];
  readonly hasAuthenticator: boolean;
  readonly passkeys: readonly Passkey[];
  /** Undefined if passkeys are not offered. */
  readonly passkeyOffer: PasskeyOffer | undefined;
  readonly sessions: readonly Session[];
  readonly signIns: readonly Session[];
  readonly applications: readonly ConnectedApplication[];
}

@Injectable()
export class Profiles {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
    private readonly factors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly sessions: Sessions,
    private readonly consents: Consents,
    private readonly config: AuthConfig,
  ) {}

  async of(person: Person, session: Session): Promise<Profile> {
    const personal = await this.people.open(person);
    const [accounts, hasAuthenticator, passkeys, passkeyOffer, sessions, signIns, applications] = await Promise.all([
      this.accountsOf(person.id),
      this.factors.hasAuthenticator(person.id),
      this.passkeys.of(person.id),
      this.passkeys.offerNew({ personId: person.id, sessionId: session.id }, personal.email),
      this.sessions.liveOf(person.id),
      this.sessions.latestOf(person.id, SIGN_INS),
      this.consents.connectedTo(person.id),
    ]);
    const consoleUrl = this.config.console ? this.config.addresses.consoleHome : undefined;
    return {
      ...personal,
      consoleUrl,
      accounts,
      hasAuthenticator,
      passkeys,
      passkeyOffer,
      sessions,
      signIns,
      applications,
    };
  }

  private async accountsOf(personId: string): Promise<Profile['accounts']> {
    const { manager } = this.dataSource;
    const memberships = await manager.find(Membership, { where: { personId }, order: { createdAt: 'ASC' } });
    const ids = memberships.map(({ accountId }) => accountId);
    const nameOf = await accountNames(manager, ids);
    return memberships.map(({ accountId, role }) => ({ name: nameOf(accountId), role }));
  }
}
