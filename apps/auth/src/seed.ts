import { randomBytes, randomUUID } from 'node:crypto';
import { type Change, Changes, IdempotencyRecords } from '@halyard/changes';
import { applicationScopes, type Permissions } from '@halyard/contracts';
import { FIRST_PARTY_SECRET, firstPartyKeys } from '@halyard/contracts/applications';
import type { PersonRole } from '@halyard/contracts/people';
import { type Clock, DomainError } from '@halyard/core';
import {
  openSession,
  PostgresSealer,
  type Sealer,
  type SealingKeys,
  SystemClock,
  usingServer,
} from '@halyard/persistence';
import { type DataSource, type EntityManager, IsNull, Not } from 'typeorm';
import { Account, requireAccount } from './account/account.entity.js';
import { recordOfAccount } from './account/account-history.js';
import { ApplicationCredentials } from './application/application-credentials.js';
import {
  Application,
  applicationIdOf,
  type ApplicationKind,
  type ApplicationStatus,
  plainApplication,
} from './application/application.entity.js';
import { isOperating } from './application/operating-account.query.js';
import { type PasswordCosts, Passwords } from './password/passwords.js';
import { Membership } from './person/membership.entity.js';
import { Memberships } from './person/memberships.js';
import { People, type PersonalData } from './person/people.js';
import { SecurityEvents } from './security-event/security-events.js';
import { Person } from './person/person.entity.js';
import { TakenAwayRecords } from './taken-away/taken-away-records.js';
import { Revocations } from './revocation/revocations.js';
import { AccountStandings } from './suspension/account-standings.js';

/** 120 bits: nobody has to remember it. */
const PASSWORD_BYTES = 15;
const SECRET_BYTES = 32;

const REINSTATED = { suspendedAt: null, reason: null } as const;

export interface NewPerson extends PersonalData {
  readonly accountId: string;
  readonly role: PersonRole;
  /** Random by default. */
  readonly password?: string;
}

export interface SeededPerson {
  readonly personId: string;
  readonly email: string;
  /** Absent if the person existed already and keeps its password. */
  readonly password?: string;
  readonly accountId: string;
}

export interface NewSeededApplication {
  readonly accountId: string;
  readonly name: string;
  readonly kind: Exclude<ApplicationKind, 'first-party'>;
  readonly redirectUrls: readonly string[];
  readonly permissions: Permissions;
  /** Lets an integration work at once, without an operator's review. */
  readonly isApproved: boolean;
  /** Compares redirect URLs as text. */
  readonly isStrict: boolean;
  /** Random by default. */
  readonly credentials?: { readonly key: string; readonly secret: string };
}

export interface SeededApplication {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
  readonly redirectUrls: readonly string[];
  readonly status: ApplicationStatus;
}

/** The data of first-party applications that differs between installations. */
export interface FirstPartyPlace {
  /** The account of the operator. */
  readonly accountId: string;
  /** Ends with a slash. */
  readonly consoleUrl: string;
}

type AddedApplication = Pick<
  Application,
  'id' | 'accountId' | 'key' | 'kind' | 'name' | 'secretHash' | 'redirectUrls'
> &
  Partial<Application>;

type FirstParty = Pick<Application, 'key' | 'name' | 'secretHash' | 'redirectUrls' | 'postLogoutRedirectUrls'>;

export interface SeedPlace {
  /** Connects with auth's own role. */
  readonly databaseUrl: string;
  readonly keys: SealingKeys;
}

/** Writes directly to auth's database, for programs that have auth's own settings. */
export class Seed {
  private readonly people: People;
  private readonly memberships: Memberships;
  private readonly passwords: Passwords;
  private readonly events: SecurityEvents;
  private readonly credentials: ApplicationCredentials;
  private readonly changes: Changes;
  private readonly revocations: Revocations;
  private readonly standings: AccountStandings;
  private readonly takenAway: TakenAwayRecords;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
    passwordCosts?: PasswordCosts,
  ) {
    this.people = new People(sealer, clock);
    this.events = new SecurityEvents(sealer, clock);
    this.takenAway = new TakenAwayRecords(clock);
    this.memberships = new Memberships(this.people, this.events, this.takenAway);
    this.credentials = new ApplicationCredentials(dataSource, sealer, clock);
    this.passwords = new Passwords(sealer, passwordCosts);
    this.revocations = new Revocations(clock);
    this.standings = new AccountStandings(this.revocations, this.takenAway);
    this.changes = new Changes(dataSource, new IdempotencyRecords({ dataSource, sealer, clock, isDurable: false }));
  }

  /**
   * An existing person keeps its name and password, and its role if it belongs to the account.
   *
   * @throws DomainError NotFound if there is no such account; Forbidden for an operator in an account that is not the
   * operator's
   */
  async addPerson({ email, name, accountId, role, password }: NewPerson): Promise<SeededPerson> {
    const { manager } = this.dataSource;
    if (role === 'operator') await this.requireOperators(accountId);
    const existing = await this.people.find(manager, email);
    const chosen = password ?? randomBytes(PASSWORD_BYTES).toString('base64url');
    const passwordHash = existing ? undefined : await this.passwords.hash(chosen);
    const personId = await this.dataSource.transaction(async (tx) => {
      const person = passwordHash === undefined ? existing : await this.people.add(tx, { email, name }, passwordHash);
      if (!person) throw new DomainError('NotFound');
      const createdAt = await this.clock.now(accountId);
      await this.memberships.add(this.changes.within(tx), { accountId, personId: person.id, role, createdAt });
      return person.id;
    });
    return { personId, email, ...(!existing && { password: chosen }), accountId };
  }

  /**
   * Makes sure that the operator can operate: reinstates the account and the person, and replaces any other role.
   *
   * @throws DomainError as `addPerson`; InvalidResourceState for the last owner of the account
   */
  async addOperator(given: Omit<NewPerson, 'role'>): Promise<SeededPerson> {
    const added = await this.addPerson({ ...given, role: 'operator' });
    await this.dataSource.transaction((tx) => this.letOperate(this.changes.within(tx), added));
    return added;
  }

  private async letOperate(change: Change, { accountId, personId }: SeededPerson): Promise<void> {
    const { tx } = change;
    const role = 'operator';
    const at = await this.clock.now(accountId);
    const { suspendedAt } = await requireAccount(tx, accountId);
    if (suspendedAt !== null) await this.standings.set(change, accountId, REINSTATED, at);
    const { affected: isReinstated } = await tx.update(
      Person,
      { id: personId, suspendedAt: Not(IsNull()) },
      REINSTATED,
    );
    if (isReinstated) {
      await this.revocations.revive(tx, 'person', personId);
      await this.takenAway.record(tx, 'person-reinstated', { personId });
    }
    if ((await this.memberships.find(tx, accountId, personId)).role === role) return;
    await this.revocations.endBefore(tx, 'person', personId, this.clock.system());
    await this.memberships.changeRole(change, { accountId, personId, role }, at);
  }

  /** Does nothing if the key exists. @throws DomainError NotFound if there is no such account */
  async addApplication(given: NewSeededApplication): Promise<SeededApplication> {
    const { accountId, kind, permissions, isApproved, redirectUrls } = given;
    const { key, secret } = given.credentials ?? {
      key: randomUUID(),
      secret: randomBytes(SECRET_BYTES).toString('base64url'),
    };
    const id = applicationIdOf(key);
    const status = kind === 'integration' && !isApproved ? 'waiting' : 'active';
    await this.dataSource.transaction(async (tx) => {
      if (await tx.existsBy(Application, { id })) return;
      await recordOfAccount(this.changes.within(tx), accountId, await this.clock.now(accountId), (account) => ({
        type: 'auth.application-created.v1',
        data: { ...account, applicationId: id, kind },
      }));
      await this.insert(tx, {
        ...{ id, accountId, key, kind, name: given.name, permissions, status, redirectUrls: [...redirectUrls] },
        secretHash: this.credentials.hash(secret),
        ...(given.isStrict && { strictRedirects: true, requirePkce: true }),
      });
    });
    return { id, key, secret, redirectUrls, status };
  }

  /**
   * Adds the first-party applications, or updates their addresses and secret.
   *
   * @throws DomainError NotFound if there is no such account; Forbidden for an account that is not the operator's
   */
  async addFirstParty({ accountId, consoleUrl }: FirstPartyPlace): Promise<void> {
    await this.requireOperators(accountId);
    const { console, commandLine } = firstPartyKeys;
    await this.put(accountId, {
      ...{ key: console, name: 'Halyard console' },
      secretHash: this.credentials.hash(this.sealer.fingerprint(FIRST_PARTY_SECRET, console)),
      ...{ redirectUrls: [`${consoleUrl}callback`], postLogoutRedirectUrls: [consoleUrl] },
    });
    await this.put(accountId, {
      ...{ key: commandLine, name: 'Halyard command line', secretHash: null },
      ...{ redirectUrls: ['http://127.0.0.1/callback'], postLogoutRedirectUrls: [] },
    });
  }

  private put(accountId: string, { key, ...given }: FirstParty): Promise<void> {
    const id = applicationIdOf(key);
    return this.dataSource.transaction(async (tx) => {
      const { affected } = await tx.update(Application, { id }, given);
      if (affected === 0)
        await this.insert(tx, { ...given, id, accountId, key, kind: 'first-party', requirePkce: true });
    });
  }

  private async insert(tx: EntityManager, given: AddedApplication): Promise<void> {
    const { id: applicationId, accountId } = given;
    const createdAt = await this.clock.now(accountId);
    const number = ((await tx.maximum(Application, 'number', { accountId })) ?? 0) + 1;
    await tx.insert(Application, { ...plainApplication, ...given, createdAt, number, scopes: [...applicationScopes] });
    await this.events.record(tx, 'application_registered', { accountId, applicationId });
  }

  private async requireOperators(accountId: string): Promise<void> {
    if (await isOperating(this.dataSource.manager, accountId)) return;
    throw new DomainError('Forbidden', { message: `${accountId} is not the account of the operator.` });
  }
}

/**
 * Does work with the seed, after auth has migrated the database. @throws ServerUnusable if it can't be reached; any
 * error of `work`
 */
export async function seeding<Seeded>(
  { databaseUrl: url, keys }: SeedPlace,
  work: (seed: Seed) => Promise<Seeded>,
): Promise<Seeded> {
  const entities = [Account, Application, Membership, Person];
  const open = () => openSession({ service: 'auth', url, entities });
  const dataSource = await usingServer(url, 'Check DATABASE_URL.', open);
  const sealer = new PostgresSealer(dataSource, keys);
  try {
    return await work(new Seed(dataSource, sealer, new SystemClock()));
  } finally {
    await sealer.close();
    await dataSource.destroy();
  }
}
