import { newId } from '@halyard/core';
import { Sealer } from '@halyard/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PagesStage, PASSWORD } from '../../test/support/pages-stage.js';
import { SoftAuthenticator } from '../../test/support/soft-authenticator.js';
import type { AuthConfig } from '../config.js';
import { Passkeys } from './passkeys.js';
import type { VisitedPage, Visitor } from '../../test/support/visitor.js';

const MINUTE_MS = 60_000;

let stage: PagesStage;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());

/** What the script of a page finds for the form that is sent to a path. */
function offerOf({ html, tokenFor }: VisitedPage, action: string) {
  const part = html.split('data-passkey=').find((text) => text.includes(`action="${action}"`)) ?? '';
  const unescaped = (/data-options="([^"]*)"/.exec(part)?.[1] ?? '{}').replaceAll('&quot;', '"');
  const { challenge = '' } = JSON.parse(unescaped) as { readonly challenge?: string };
  const sealed = /name="challenge"\s+value="([^"]*)"/.exec(part)?.[1] ?? '';
  return { challenge, fields: { 'form-token': tokenFor(action), challenge: sealed } };
}

async function add(visitor: Visitor, authenticator: SoftAuthenticator, given: object = {}): Promise<VisitedPage> {
  const { challenge, fields } = offerOf(await visitor.get('/me'), '/me/passkeys');
  return visitor.post('/me/passkeys', { ...fields, credential: authenticator.create({ challenge, ...given }) });
}

async function withPasskey() {
  const person = await stage.newPerson();
  const visitor = await stage.loggedIn(person);
  const authenticator = new SoftAuthenticator();
  const added = await add(visitor, authenticator);
  const codes = [...added.html.matchAll(/<code>([\w-]+)<\/code>/g)].map(([, code]) => code ?? '');
  return { person, visitor, authenticator, added, codes };
}

/** The first step of a log-in. */
async function atSecondStep({ email }: { readonly email: string }) {
  const visitor = stage.visitor();
  const { location } = await visitor.send('/login', { email, password: PASSWORD });
  expect(location).toBe('/login/second-factor');
  return { visitor, ...offerOf(await visitor.get('/login/second-factor'), '/login/passkey') };
}

describe('a passkey', () => {
  it('is asked for after the password, and comes with recovery codes where it is the first factor', async () => {
    const { person, authenticator, added, codes } = await withPasskey();
    expect([added.heading, codes.length]).toEqual(['Your passkey is added', 10]);
    await stage.linkTo(person.email, /A passkey was added/);

    const { visitor, challenge, fields } = await atSecondStep(person);
    expect((await visitor.get('/me')).location).toBe('/login/second-factor');
    authenticator.counter = 1;
    const used = await visitor.post('/login/passkey', { ...fields, credential: authenticator.get({ challenge }) });
    expect(used.location).toBe('/me');
    const profile = await visitor.get('/me');
    expect(profile.html).toContain('password and passkey');
    expect(profile.html).toContain('Remove passkey');

    const other = await atSecondStep(person);
    expect((await other.visitor.send('/login/recovery-code', { code: codes[0] ?? '' })).location).toBe('/me');
  });

  it.each([
    ['made without asking who touches it', { verified: false }],
    ['made for another origin', { origin: 'https://localhost:9443' }],
    ['made for another host', { host: 'example.com' }],
    ['made for another challenge', { challenge: 'x'.repeat(43) }],
  ])('%s is refused', async (_, given) => {
    const visitor = await stage.loggedIn(await stage.newPerson());
    expect((await add(visitor, new SoftAuthenticator(), given)).status).toBe(400);
    expect((await visitor.get('/me')).html).not.toContain('Remove passkey');
  });

  it.each([
    ['used without asking who touches it', { verified: false }],
    ['used on another origin', { origin: 'https://evil.example' }],
    ['used for another challenge', { challenge: 'x'.repeat(43) }],
  ])('%s opens nothing', async (_, given) => {
    const { person, authenticator } = await withPasskey();
    const { visitor, challenge, fields } = await atSecondStep(person);
    authenticator.counter = 1;
    const credential = authenticator.get({ challenge, ...given });
    expect((await visitor.post('/login/passkey', { ...fields, credential })).status).toBe(401);
    expect((await visitor.get('/me')).location).toBe('/login/second-factor');
  });

  it('of somebody else, or one that was copied, opens nothing', async () => {
    const [own, stranger] = [await withPasskey(), await withPasskey()];
    const first = await atSecondStep(own.person);
    stranger.authenticator.counter = 1;
    const foreign = stranger.authenticator.get({ challenge: first.challenge });
    expect((await first.visitor.post('/login/passkey', { ...first.fields, credential: foreign })).status).toBe(401);

    own.authenticator.counter = 5;
    const second = await atSecondStep(own.person);
    const used = own.authenticator.get({ challenge: second.challenge });
    expect((await second.visitor.post('/login/passkey', { ...second.fields, credential: used })).location).toBe('/me');
    own.authenticator.counter = 4;
    const third = await atSecondStep(own.person);
    const copied = own.authenticator.get({ challenge: third.challenge });
    expect((await third.visitor.post('/login/passkey', { ...third.fields, credential: copied })).status).toBe(401);
  });

  it('that is somebody’s already is refused, to its owner and to others', async () => {
    const { visitor, authenticator } = await withPasskey();
    const stranger = await stage.loggedIn(await stage.newPerson());
    for (const one of [stranger, visitor]) {
      const answer = await add(one, authenticator);
      expect([answer.status, answer.html.includes('Try another one.')]).toEqual([400, true]);
    }
    expect((await stranger.get('/me')).html).not.toContain('Remove passkey');
  });

  it('is used in the session that asked for it, within five minutes, and in a form that can be read', async () => {
    const { person, authenticator } = await withPasskey();
    authenticator.counter = 1;
    const asked = await atSecondStep(person);
    const other = await atSecondStep(person);
    const credential = authenticator.get({ challenge: asked.challenge });
    const elsewhere = { ...asked.fields, 'form-token': other.fields['form-token'], credential };
    expect((await other.visitor.post('/login/passkey', elsewhere)).status).toBe(400);
    for (const bad of ['', '{}', '[]', '{"id":"x","rawId":"x","type":"public-key","response":{}}', '\u0000']) {
      expect((await asked.visitor.post('/login/passkey', { ...asked.fields, credential: bad })).status).toBe(400);
    }
    stage.auth.clock.advance(5 * MINUTE_MS);
    expect((await asked.visitor.post('/login/passkey', { ...asked.fields, credential })).status).toBe(400);
  });

  it('is added and removed only soon after a log-in', async () => {
    const { person, visitor } = await withPasskey();
    const action = /action="(\/me\/passkeys\/[\w-]+)"/.exec((await visitor.get('/me')).html)?.[1] ?? '';
    stage.auth.clock.advance(6 * MINUTE_MS);
    expect((await add(visitor, new SoftAuthenticator())).heading).toBe('Log in');
    const page = await visitor.get('/me');
    expect((await visitor.post(action, { 'form-token': page.tokenFor(action) })).heading).toBe('Log in');
    await atSecondStep(person);
  });

  it('that is removed is not asked for, its recovery codes neither, and a stranger’s cannot be removed', async () => {
    const { person, visitor } = await withPasskey();
    const page = await visitor.get('/me');
    const action = /action="(\/me\/passkeys\/[\w-]+)"/.exec(page.html)?.[1] ?? '';
    const stranger = await stage.loggedIn(await stage.newPerson());
    const forms = await stranger.get('/me');
    expect((await stranger.post(action, { 'form-token': forms.tokenFor('/me/passkeys') })).status).toBe(403);
    expect((await visitor.post(action, { 'form-token': page.tokenFor(action) })).location).toBe('/me');
    await stage.linkTo(person.email, /A passkey was removed/);
    await stage.loggedIn(person);
    const [{ left }] = await stage.auth.dataSource.query<[{ left: number }]>(
      'SELECT count(*)::int AS left FROM recovery_codes WHERE person_id = $1',
      [person.personId],
    );
    expect(left).toBe(0);
  });

  it('is one of 20 at most', async () => {
    const visitor = await stage.loggedIn(await stage.newPerson());
    for (let count = 0; count < 20; count += 1) await add(visitor, new SoftAuthenticator());
    const beyond = await add(visitor, new SoftAuthenticator());
    expect([beyond.status, /at most/.test(beyond.html)]).toEqual([400, true]);
  });

  it('is offered by a script that the page names by its hash', async () => {
    const page = await (await stage.loggedIn(await stage.newPerson())).get('/me');
    expect(page.headers['content-security-policy']).toMatch(/script-src 'sha256-[\w+/=]{44}';/);
    expect(page.html).toContain('Add a passkey');
  });

  it.each(['https://127.0.0.1:8443', 'https://[::1]:8443'])('is not offered where the host is %s', async (url) => {
    const { auth } = stage;
    const config = { addresses: { url } } as AuthConfig;
    const passkeys = new Passkeys(auth.dataSource, auth.service.get(Sealer), auth.clock, config);
    const person = await stage.newPerson();
    expect(await passkeys.offerNew({ personId: person.personId, sessionId: newId() }, person.email)).toBeUndefined();
  });
});
