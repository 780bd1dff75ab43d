import { randomUUID } from 'node:crypto';
import { applicationPrincipal, restoredData, TableBackup } from '@halyard/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Account } from '../src/account/account.entity.js';
import { Application } from '../src/application/application.entity.js';
import { Consent } from '../src/consent/consent.entity.js';
import { Membership } from '../src/person/membership.entity.js';
import { Person } from '../src/person/person.entity.js';
import { authRecovery } from '../src/recovery/auth-recovery.js';
import { IssuedAccessTokens } from '../src/issued-token/issued-access-tokens.js';
import type { SeededPerson } from '../src/seed.js';
import { FirstParty } from './support/first-party.js';
import { PagesStage, PASSWORD } from './support/pages-stage.js';
import { listedOf, restoredOf } from './support/restored-stage.js';
import { RelyingParty } from './support/relying-party.js';
import type { Visitor } from './support/visitor.js';

const operator = applicationPrincipal();
const REASON = { reason: 'Case 17.' };

let stage: PagesStage;
let ours: FirstParty;
beforeAll(async () => {
  stage = await PagesStage.open();
  ours = await FirstParty.register(stage, await stage.auth.openAccount({ operator: true }));
});
afterAll(() => stage.close());

const manager = () => stage.auth.dataSource.manager;

async function act(path: string, body: object = {}, principal = operator): Promise<void> {
  const { status, body: answer } = await stage.auth.service.call('POST', path, { body, principal, key: randomUUID() });
  if (status >= 400) throw new Error(JSON.stringify(answer));
}

const asOwner = ({ accountId, personId }: SeededPerson) =>
  applicationPrincipal({ accountId, ...stage.freshly(personId) });

const listed = () => listedOf(stage);
const restored = (backup: TableBackup) => restoredOf(stage, backup);

interface Scene {
  readonly owner: SeededPerson;
  readonly colleague: SeededPerson;
  readonly integration: RelyingParty;
  readonly applicationId: string;
}

async function newScene(): Promise<Scene> {
  const owner = await stage.newPerson();
  const colleague = await stage.newPerson({ accountId: owner.accountId });
  const integration = await RelyingParty.register(stage);
  const { id } = await manager().findOneByOrFail(Application, { accountId: owner.accountId });
  return { owner, colleague, integration, applicationId: id };
}

const roleOf = async ({ accountId, personId }: SeededPerson): Promise<string | undefined> =>
  (await manager().findOneBy(Membership, { accountId, personId }))?.role;
const isPersonSuspended = async ({ personId: id }: SeededPerson): Promise<boolean> =>
  (await manager().findOneByOrFail(Person, { id })).suspendedAt !== null;
const statusOf = async (id: string): Promise<string> => (await manager().findOneByOrFail(Application, { id })).status;
const secretsOf = async (id: string) => {
  const { secretHash, formerSecrets } = await manager().findOneByOrFail(Application, { id });
  return { hasSecret: secretHash !== null, former: formerSecrets.length };
};

describe('after a restore', () => {
  let scene: Scene;
  let backup: TableBackup;
  beforeEach(async () => {
    scene = await newScene();
    backup = await TableBackup.of(stage.auth.service.database);
  });
  const suspend = (id: string) => act(`/operations/people/${id}/suspensions`, REASON);
  const change = ({ personId }: SeededPerson, body: object) => act(`/people/${personId}`, body, asOwner(scene.owner));

  it('a person that was suspended is suspended', async () => {
    await suspend(scene.colleague.personId);
    expect(await restored(backup)).toContain('1 people are suspended');
    expect(await isPersonSuspended(scene.colleague)).toBe(true);
    const { location, status } = await stage
      .visitor()
      .send('/login', { email: scene.colleague.email, password: PASSWORD });
    expect([status, location]).not.toEqual([303, '/me']);
  });

  it('a person that was suspended and then reinstated is not suspended', async () => {
    await suspend(scene.colleague.personId);
    await act(`/operations/people/${scene.colleague.personId}/reinstatements`);
    await restored(backup);
    expect(await isPersonSuspended(scene.colleague)).toBe(false);
  });

  it('a person that was reinstated after the backup stays suspended, since the list gives nothing', async () => {
    await suspend(scene.colleague.personId);
    const suspended = await TableBackup.of(stage.auth.service.database);
    await act(`/operations/people/${scene.colleague.personId}/reinstatements`);
    await restored(suspended);
    expect(await isPersonSuspended(scene.colleague)).toBe(true);
  });

  it('an account that was suspended is suspended, unless it was reinstated', async () => {
    const other = await stage.auth.openAccount();
    backup = await TableBackup.of(stage.auth.service.database);
    for (const id of [scene.owner.accountId, other]) await act(`/operations/accounts/${id}/suspensions`, REASON);
    await act(`/operations/accounts/${other}/reinstatements`);
    expect(await restored(backup)).toContain('1 accounts are suspended');
    const { suspendedAt } = await manager().findOneByOrFail(Account, { id: scene.owner.accountId });
    expect([suspendedAt !== null, (await manager().findOneByOrFail(Account, { id: other })).suspendedAt]).toEqual([
      true,
      null,
    ]);
  });

  it('an application that was suspended is suspended, unless it was reinstated', async () => {
    const { integration, applicationId } = scene;
    for (const id of [integration.id, applicationId]) await act(`/operations/applications/${id}/suspensions`, REASON);
    await act(`/operations/applications/${applicationId}/reinstatements`);
    expect(await restored(backup)).toContain('1 applications are suspended');
    expect([await statusOf(integration.id), await statusOf(applicationId)]).toEqual(['suspended', 'active']);
  });

  it('a member that was removed is removed, and erased with its last account', async () => {
    const { personId } = scene.colleague;
    await change(scene.colleague, { removed: true });
    expect(await restored(backup)).toContain('1 members are removed');
    expect(await roleOf(scene.colleague)).toBeUndefined();
    expect(await manager().findOneBy(Person, { id: personId })).toBeNull();
    const [key] = await manager().query<{ wrapped: unknown }[]>('SELECT wrapped FROM data_keys WHERE subject_id = $1', [
      personId,
    ]);
    expect(key).toEqual({ wrapped: null });
  });

  it('a member that was removed and then joined again is a member, with the role that it joined with', async () => {
    const { accountId, email } = scene.colleague;
    await stage.newPerson({ email }); // Another account: the person is not erased meanwhile.
    backup = await TableBackup.of(stage.auth.service.database);
    await change(scene.colleague, { removed: true });
    await stage.newPerson({ accountId, email, role: 'viewer' });
    expect(await restored(backup)).toContain('1 roles are changed');
    expect(await roleOf(scene.colleague)).toBe('viewer');
  });

  it('an owner that was removed is removed, even if the next one had joined after the backup', async () => {
    const owner = await stage.newPerson();
    const { accountId } = owner;
    backup = await TableBackup.of(stage.auth.service.database);
    const next = await stage.newPerson({ accountId });
    await act(`/people/${owner.personId}`, { removed: true }, asOwner(next));
    expect(await restored(backup)).toContain(`account ${accountId} has no owner any more: invite one`);
    expect(await roleOf(owner)).toBeUndefined();
  });

  it('a role that was taken down is taken down, and integrations go with the role of an owner', async () => {
    const { owner, colleague, integration } = scene;
    const consent = { personId: colleague.personId, applicationId: integration.id, accountId: owner.accountId };
    await manager().insert(Consent, { ...consent, scopes: [], givenAt: stage.auth.clock.system() });
    backup = await TableBackup.of(stage.auth.service.database);
    await change(colleague, { role: 'member' });
    expect(await restored(backup)).toContain('1 roles are changed');
    expect([await roleOf(colleague), await manager().existsBy(Consent, consent)]).toEqual(['member', false]);
  });

  it('a role that was given is not given', async () => {
    await change(scene.colleague, { role: 'viewer' });
    backup = await TableBackup.of(stage.auth.service.database);
    await change(scene.colleague, { role: 'owner' });
    await restored(backup);
    expect(await roleOf(scene.colleague)).toBe('viewer');
  });

  it.each([
    [0, { hasSecret: false, former: 0 }],
    [3_600, { hasSecret: false, former: 1 }],
  ])('a secret that was replaced, and worked for %d more seconds, is the secret no more', async (seconds, secrets) => {
    const { owner, applicationId } = scene;
    const path = `/applications/${applicationId}/secrets`;
    await act(path, { previousValidFor: seconds }, asOwner(owner));
    expect(await restored(backup)).toContain('1 applications have lost secrets');
    expect(await secretsOf(applicationId)).toEqual(secrets);
    const remade = await TableBackup.of(stage.auth.service.database);
    await restored(remade);
    expect(await secretsOf(applicationId)).toEqual(secrets);
  });

  it('a secret that was made before the backup stays', async () => {
    const { owner, applicationId } = scene;
    await act(`/applications/${applicationId}/secrets`, { previousValidFor: 0 }, asOwner(owner));
    backup = await TableBackup.of(stage.auth.service.database);
    await restored(backup);
    expect(await secretsOf(applicationId)).toEqual({ hasSecret: true, former: 0 });
  });

  it('a consent that was withdrawn is withdrawn', async () => {
    const { owner, integration } = scene;
    const browser = await stage.loggedIn(owner);
    await integration.authorized(browser);
    const consent = { personId: owner.personId, applicationId: integration.id };
    expect(await manager().existsBy(Consent, consent)).toBe(true);
    backup = await TableBackup.of(stage.auth.service.database);
    await browser.send('/me', {}, { action: `/me/applications/${integration.id}` });
    expect(await restored(backup)).toContain('1 consents to applications are withdrawn');
    expect(await manager().existsBy(Consent, consent)).toBe(false);
  });

  it('all that is done again when it was killed halfway changes nothing more', async () => {
    const { colleague, applicationId, owner } = scene;
    await change(colleague, { removed: true });
    await act(`/applications/${applicationId}/secrets`, { previousValidFor: 60 }, asOwner(owner));
    const entries = (await listed()).slice(-2);
    await restored(backup);
    const lines = await authRecovery.apply(restoredData(stage.auth.service, entries));
    expect(lines.filter((line) => /removed|lost secrets/.test(line) && !line.startsWith('0'))).toEqual([]);
    expect(await secretsOf(applicationId)).toEqual({ hasSecret: false, former: 1 });
  });
});

describe('whatever the backup has of log-ins', () => {
  it('is ended: sessions, tokens, codes, links and letters', async () => {
    const person = await stage.newPerson();
    const integration = await RelyingParty.register(stage);
    const browser: Visitor = await stage.loggedIn(person);
    const { body: console } = await ours.exchange(ours.console, await ours.consoleCode(browser));
    const { body: granted } = await integration.exchange((await integration.authorized(browser))['code']);
    const device = await ours.beginDevice();
    await ours.answerDevice(browser, device);
    const unanswered = await ours.beginDevice();
    const code = await ours.consoleCode(browser);
    await stage.visitor().send('/password-resets', { email: person.email });
    const link = await stage.linkTo(person.email, /password/i);
    await manager().query(
      `INSERT INTO due_work (kind, key, due_at, data) VALUES ('letter', 'x', now(), '{}'), ('other', 'x', now(), '{}')`,
    );
    const backup = await TableBackup.of(stage.auth.service.database);

    await restored(backup);
    expect(await manager().query(`SELECT kind FROM due_work WHERE key = 'x'`)).toEqual([{ kind: 'other' }]);
    expect((await browser.get('/me')).location).toBe('/login');
    expect((await ours.exchange(ours.console, code)).status).toBe(400);
    expect((await ours.poll(device.device_code)).status).toBe(400);
    expect((await ours.poll(unanswered.device_code)).body).toMatchObject({ error: 'invalid_grant' });
    expect((await stage.visitor().get(link)).status).toBe(404);
    expect((await ours.refresh(ours.console, String(console['refresh_token']))).status).toBe(400);
    const refreshed = await integration.token({
      grant_type: 'refresh_token',
      refresh_token: String(granted['refresh_token']),
    });
    expect(refreshed.status).toBe(400);
    const tokens = stage.auth.service.get(IssuedAccessTokens);
    for (const { access_token: token } of [console, granted]) {
      expect(await tokens.standing(String(token))).toBeUndefined();
    }
    const again = await stage.loggedIn(person);
    expect((await again.get('/me')).status).toBe(200);
  });
});
