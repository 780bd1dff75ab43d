import { randomUUID } from 'node:crypto';
import { DomainError, newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuthApp } from '../test/support/auth-app.js';
import { Changes } from '@halyard/changes';
import { Passwords } from './password/passwords.js';
import { Membership } from './person/membership.entity.js';
import { Memberships } from './person/memberships.js';
import { People } from './person/people.js';
import { Person } from './person/person.entity.js';
import { type NewPerson, type NewSeededApplication, Seed } from './seed.js';

let auth: AuthApp;
let seed: Seed;
beforeAll(async () => {
  auth = await AuthApp.start();
  seed = new Seed(auth.dataSource, auth.service.get(Sealer), auth.clock);
});
afterAll(() => auth.close());

const newPerson = (accountId: string, given: Partial<NewPerson> = {}): NewPerson => ({
  email: `Ada.${randomUUID()}@example.com`,
  name: 'Ada Byron',
  role: 'viewer',
  accountId,
  ...given,
});
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'none',
    (error: unknown) => (error instanceof DomainError ? error.code : error),
  );

describe('the seed', () => {
  it('makes a person with a password of its own, in an account', async () => {
    const accountId = await auth.openAccount();
    const { email, ...given } = newPerson(accountId, { role: 'owner' });
    const { personId, password = '' } = await seed.addPerson({ email, ...given });
    const person = await auth.service.get(People).find(auth.dataSource.manager, email.toUpperCase());
    expect(person?.id).toBe(personId);
    expect(person && (await auth.service.get(People).open(person))).toEqual({ email, name: 'Ada Byron' });
    expect(password.length).toBeGreaterThanOrEqual(20);
    const passwords = auth.service.get(Passwords);
    expect(await passwords.check(password, person?.passwordHash)).toEqual({ isRight: true });
    expect((await auth.recorded(accountId)).at(-1)).toMatchObject({
      type: 'auth.person-joined.v1',
      data: { personId, role: 'owner', fact: { partyId: accountId, version: 2 } },
    });
  });

  it('adds a person that exists to another account, and leaves everything else as it is', async () => {
    const [first, second] = [await auth.openAccount(), await auth.openAccount()];
    const person = newPerson(first);
    const { personId } = await seed.addPerson(person);
    const again = { ...person, email: person.email.toUpperCase(), role: 'owner' } as const;
    expect(await seed.addPerson({ ...again, accountId: second })).toEqual({
      personId,
      email: again.email,
      accountId: second,
    });
    await seed.addPerson({ ...again, accountId: first });
    const roles = await auth.dataSource.manager.find(Membership, { where: { personId }, order: { createdAt: 'ASC' } });
    expect(new Map(roles.map(({ accountId, role }) => [accountId, role]))).toEqual(
      new Map([
        [first, 'viewer'],
        [second, 'owner'],
      ]),
    );
  });

  it('makes operators in the account of the operator alone, and nobody where there is no account', async () => {
    const [tenant, operators] = [await auth.openAccount(), await auth.openAccount({ operator: true })];
    expect(await refusal(seed.addPerson(newPerson(tenant, { role: 'operator' })))).toBe('Forbidden');
    expect(await refusal(seed.addPerson(newPerson(newId())))).toBe('NotFound');
    expect(await refusal(seed.addPerson(newPerson(operators, { role: 'operator' })))).toBe('none');
  });

  it('makes a person once, however many do it at the same time', async () => {
    const accountId = await auth.openAccount();
    const person = newPerson(accountId);
    const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => seed.addPerson(person)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(0);
    const emailHash = auth.service.get(People).hashOf(person.email);
    expect(await auth.dataSource.manager.countBy(Person, { emailHash })).toBe(1);
  });
});

describe('a membership', () => {
  const inChange = <Result>(work: (change: ReturnType<Changes['within']>) => Promise<Result>): Promise<Result> =>
    auth.dataSource.transaction((tx) => work(auth.service.get(Changes).within(tx)));
  const add = (accountId: string, role: NewPerson['role']) => seed.addPerson(newPerson(accountId, { role }));
  const at = new Date('2026-03-02T18:00:00.000Z');

  it('of the last owner stays, also when the last two go at the same time', async () => {
    const memberships = auth.service.get(Memberships);
    const accountId = await auth.openAccount();
    const owners = await Promise.all([add(accountId, 'owner'), add(accountId, 'owner')]);
    const gone = await Promise.all(
      owners.map(({ personId }, index) =>
        refusal(
          inChange((change) =>
            index === 0
              ? memberships.remove(change, accountId, personId, at)
              : memberships.changeRole(change, { accountId, personId, role: 'viewer' }, at),
          ),
        ),
      ),
    );
    expect(gone.sort()).toEqual(['InvalidResourceState', 'none']);
    expect(await auth.dataSource.manager.countBy(Membership, { accountId, role: 'owner' })).toBe(1);
  });

  it('that ends erases a person that has no other', async () => {
    const memberships = auth.service.get(Memberships);
    const [first, second] = [await auth.openAccount(), await auth.openAccount()];
    const person = newPerson(first);
    const { personId } = await seed.addPerson(person);
    await seed.addPerson({ ...person, accountId: second });
    const row = await auth.dataSource.manager.findOneByOrFail(Person, { id: personId });
    await inChange((change) => memberships.remove(change, first, personId, at));
    expect(await auth.dataSource.manager.existsBy(Person, { id: personId })).toBe(true);
    await inChange((change) => memberships.remove(change, second, personId, at));
    expect(await auth.dataSource.manager.existsBy(Person, { id: personId })).toBe(false);
    await expect(auth.service.get(People).open(row)).rejects.toThrow('destroyed');
    expect(await refusal(inChange((change) => memberships.remove(change, second, personId, at)))).toBe('NotFound');
  });

  it('puts no personal data into any table or history', async () => {
    const accountId = await auth.openAccount();
    const { email } = await seed.addPerson(newPerson(accountId, { name: 'Confidential Person' }));
    const tables = ['people', 'memberships', 'history', 'data_keys', 'operations'];
    for (const table of tables) {
      const [row] = await auth.dataSource.query<{ text: string | null }[]>(
        `SELECT string_agg(row::text, ' ') AS text FROM ${table} row`,
      );
      const bytes = (row?.text ?? '').replaceAll(/\\x([0-9a-f]+)/g, (_, hex: string) =>
        Buffer.from(hex, 'hex').toString('latin1'),
      );
      expect(bytes.toLowerCase()).not.toContain(email.toLowerCase());
      expect(bytes).not.toContain('Confidential Person');
    }
  });

  it('makes an integration once for its key, which works when it is approved', async () => {
    const accountId = await auth.openAccount();
    const credentials = { key: randomUUID(), secret: 's'.repeat(32) };
    const given: NewSeededApplication = {
      ...{ accountId, name: 'Ledger', redirectUrls: ['http://localhost:3000/callback'] },
      kind: 'integration',
      ...{ permissions: 'write', isApproved: true, isStrict: true },
    };
    const made = await seed.addApplication({ ...given, credentials });
    expect(made).toEqual({
      ...{ id: credentials.key, ...credentials, redirectUrls: given.redirectUrls, status: 'active' },
    });
    expect(await seed.addApplication({ ...given, credentials })).toEqual(made);
    const waiting = await seed.addApplication({ ...given, isApproved: false });
    const works = async ({ key, secret }: { key: string; secret: string }): Promise<number> =>
      (await auth.call('POST', '/internal/application-authentications', { clientId: key, clientSecret: secret }))
        .status;
    expect([await works(credentials), await works(waiting), waiting.status]).toEqual([200, 401, 'waiting']);
    expect((await auth.recorded(accountId)).map(({ type }) => type).slice(1)).toEqual([
      'auth.application-created.v1',
      'auth.application-created.v1',
    ]);
    expect(await refusal(seed.addApplication({ ...given, accountId: newId() }))).toBe('NotFound');
  });
});
