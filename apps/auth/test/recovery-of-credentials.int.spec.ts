import { randomUUID } from 'node:crypto';
import { newId } from '@halyard/core';
import { applicationPrincipal, TableBackup } from '@halyard/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { newSeed } from '../src/second-factor/one-time-codes.js';
import { Passkey } from '../src/second-factor/passkey.entity.js';
import { SecondFactors } from '../src/second-factor/second-factors.js';
import type { SeededPerson } from '../src/seed.js';
import { PagesStage, PASSWORD } from './support/pages-stage.js';
import { listedOf, restoredOf } from './support/restored-stage.js';
import type { VisitedPage, Visitor } from './support/visitor.js';

const CHOSEN = { 'new-password': 'seventeen purple otters', 'repeated-password': 'seventeen purple otters' };
const HAVE_LOST = '1 people have lost second factors or recovery codes';
const HAVE_TO_CHOOSE = '1 people have to choose a new password by letter';

let stage: PagesStage;
let person: SeededPerson;
let browser: Visitor;
let backup: TableBackup;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());
beforeEach(async () => {
  person = await stage.newPerson();
  browser = await stage.loggedIn(person);
  await backUp();
});

const factors = () => stage.auth.service.get(SecondFactors);
const restored = () => restoredOf(stage, backup);
const codeOf = (seed: string): string =>
  new TOTP({ secret: seed }).generate({ timestamp: stage.auth.clock.system().getTime() });

async function backUp(): Promise<void> {
  backup = await TableBackup.of(stage.auth.service.database);
}

/** @returns the recovery codes */
async function withAuthenticator(): Promise<readonly string[]> {
  const seed = newSeed();
  const codes = await stage.auth.dataSource.transaction((tx) =>
    factors().turnOn(tx, person.personId, seed, codeOf(seed)),
  );
  return codes ?? [];
}

async function withPasskey(): Promise<string> {
  const id = newId();
  await stage.auth.dataSource.manager.insert(Passkey, {
    ...{ id, personId: person.personId, credentialId: randomUUID(), publicKey: Buffer.alloc(8), counter: '0' },
    createdAt: stage.auth.clock.system(),
  });
  return id;
}

/** Turns on an authenticator as people do. */
async function enrol(): Promise<VisitedPage> {
  const page = await browser.get('/me/authenticator');
  const seed = /class="key">([A-Z2-7 ]+)</.exec(page.html)?.[1]?.replaceAll(' ', '') ?? '';
  const [, sealed = ''] = /name="seed"\s+value="([^"]+)"/.exec(page.html) ?? [];
  const token = page.tokenFor('/me/authenticator');
  return browser.post('/me/authenticator', { seed: sealed, code: codeOf(seed), 'form-token': token });
}

const logIn = (visitor: Visitor, password = PASSWORD): Promise<VisitedPage> =>
  visitor.send('/login', { email: person.email, password });
const changePassword = () => browser.send('/me/password', { 'present-password': PASSWORD, ...CHOSEN });
const turnOff = () => browser.send('/me/authenticator', { answer: 'off' });
const removePasskey = (id: string) => browser.send('/me', {}, { action: `/me/passkeys/${id}` });

async function expectOldPasswordEnded(): Promise<void> {
  expect((await logIn(stage.visitor())).status).toBe(401);
}

async function expectSecondStep(): Promise<void> {
  expect((await logIn(stage.visitor())).location).toBe('/login/second-factor');
}

describe('a password', () => {
  it('that was changed is not the former one again, and the person chooses one by letter', async () => {
    expect((await changePassword()).status).toBe(303);
    expect(await restored()).toContain(HAVE_TO_CHOOSE);
    await expectOldPasswordEnded();
    await stage.visitor().send('/password-resets', { email: person.email });
    const link = await stage.linkTo(person.email, /reset|choose|new password/i);
    expect((await stage.visitor().send(link, CHOSEN)).location).toBe('/me');
  });

  it('that was changed before the backup stays', async () => {
    await changePassword();
    await backUp();
    await restored();
    expect((await logIn(stage.visitor(), CHOSEN['new-password'])).location).toBe('/me');
  });
});

describe('a second factor', () => {
  it('that was removed is removed, and another one stays', async () => {
    await withAuthenticator();
    const [lost, kept] = [await withPasskey(), await withPasskey()];
    await backUp();
    expect((await removePasskey(lost)).status).toBe(303);
    expect((await turnOff()).status).toBe(303);
    const lines = await restored();
    expect(lines).toContain(HAVE_LOST);
    expect(lines).not.toContain(HAVE_TO_CHOOSE);
    const { manager } = stage.auth.dataSource;
    expect((await manager.findBy(Passkey, { personId: person.personId })).map(({ id }) => id)).toEqual([kept]);
    expect(await factors().hasAuthenticator(person.personId)).toBe(false);
    await expectSecondStep();
  });

  it('that was the last one leaves no password that would do alone', async () => {
    await withAuthenticator();
    await backUp();
    await turnOff();
    expect(await restored()).toEqual(expect.arrayContaining([HAVE_LOST, HAVE_TO_CHOOSE]));
    expect(await factors().isOn(person.personId)).toBe(false);
    await expectOldPasswordEnded();
  });

  it('that was added is gone, and the password alone does not do in its place', async () => {
    expect((await enrol()).heading).toBe('Your authenticator is on');
    await restored();
    await expectOldPasswordEnded();
  });

  it('that an operator removed is removed', async () => {
    await withAuthenticator();
    await withPasskey();
    await backUp();
    const path = `/operations/people/${person.personId}/factor-resets`;
    const principal = applicationPrincipal();
    expect((await stage.auth.service.call('POST', path, { body: {}, principal })).status).toBe(200);
    expect(await restored()).toContain(HAVE_LOST);
    expect(await factors().isOn(person.personId)).toBe(false);
  });
});

describe('a recovery code', () => {
  const useCode = async (code: string): Promise<VisitedPage> => {
    const visitor = stage.visitor();
    await logIn(visitor);
    return visitor.send('/login/recovery-code', { code });
  };

  it('that was used works no more, and the others do', async () => {
    const [used = '', other = ''] = await withAuthenticator();
    await backUp();
    expect((await useCode(used)).location).toBe('/me');
    expect(await restored()).toContain(HAVE_LOST);
    expect((await useCode(used)).status).toBe(401);
    expect((await useCode(other)).location).toBe('/me');
    expect(JSON.stringify(await listedOf(stage))).not.toContain(used.replace('-', ''));
  });

  it('that was replaced with others works no more', async () => {
    const [former = ''] = await withAuthenticator();
    await withPasskey();
    await turnOff();
    await backUp();
    await enrol();
    await restored();
    expect(await factors().codesLeft(person.personId)).toBe(0);
    expect((await useCode(former)).status).toBe(401);
  });
});

describe('an invitation', () => {
  const principal = () => applicationPrincipal({ accountId: person.accountId, ...stage.freshly(person.personId) });
  const call = (method: 'POST' | 'DELETE', path: string, body: object = {}) =>
    stage.auth.service.call(method, path, { body, principal: principal(), key: randomUUID() });

  it('works no more, whether it was withdrawn, accepted or neither', async () => {
    const email = `grace.${randomUUID()}@example.com`;
    const made = await call('POST', '/invitations', { email, name: 'Grace', role: 'owner' });
    expect(made.status).toBe(201);
    const { resource } = made.body as { readonly resource: { readonly id: string } };
    const link = await stage.linkTo(email, /invit|join/i);
    expect((await stage.visitor().get(link)).status).toBe(200);
    await backUp();
    expect((await call('DELETE', `/invitations/${resource.id}`)).status).toBe(200);
    expect(await restored()).toContain('1 invitations are ended');
    expect((await stage.visitor().get(link)).status).toBe(404);
  });
});
