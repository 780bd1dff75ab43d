import { FIRST_PARTY_SECRET, firstPartyKeys } from '@halyard/contracts/applications';
import { Sealer } from '@halyard/persistence';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hash, randomBytes } from 'node:crypto';
import { SignJWT } from 'jose';
import { PagesStage } from '../../test/support/pages-stage.js';
import type { VisitedPage, Visitor } from '../../test/support/visitor.js';

const CONSOLE_URL = 'https://localhost:8443/console/';
const CONFIRM = '/session/end/confirmation';
const client_id = firstPartyKeys.console;
const verifier = randomBytes(32).toString('base64url');

let stage: PagesStage;
let secret: string;
beforeAll(async () => {
  stage = await PagesStage.open();
  const accountId = await stage.auth.openAccount({ operator: true });
  await stage.seed.addFirstParty({ accountId, consoleUrl: CONSOLE_URL });
  secret = stage.auth.service.get(Sealer).fingerprint(FIRST_PARTY_SECRET, client_id);
});
afterAll(() => stage.close());

const endPath = (given: Readonly<Record<string, string>> = {}): string =>
  `/session/end?${new URLSearchParams(given).toString()}`;
const toConsole = { client_id, post_logout_redirect_uri: CONSOLE_URL };

async function token(form: Readonly<Record<string, string>>) {
  const answer = await stage.auth.call('POST', '/token', { form: { client_id, client_secret: secret, ...form } });
  if (answer.body.type !== 'raw') throw new Error(JSON.stringify(answer));
  return JSON.parse(answer.body.body) as Record<string, string>;
}

/** What the console gets when the person of a browser logs in to it. */
async function tokensOf(visitor: Visitor): Promise<Record<string, string>> {
  const redirectUrl = `${CONSOLE_URL}callback`;
  const asked = {
    ...{ client_id, redirect_uri: redirectUrl, response_type: 'code', scope: 'openid' },
    ...{ code_challenge: hash('sha256', verifier, 'base64url'), code_challenge_method: 'S256' },
  };
  const { location = '' } = await visitor.get(`/auth?${new URLSearchParams(asked).toString()}`);
  const code = new URL(location).searchParams.get('code') ?? '';
  return token({ grant_type: 'authorization_code', code, redirect_uri: redirectUrl, code_verifier: verifier });
}

const isLoggedIn = async (visitor: Visitor): Promise<boolean> => (await visitor.get('/me')).heading === 'Your profile';
const loggedIn = async () => stage.loggedIn(await stage.newPerson());
const shown = ({ status, heading, location }: VisitedPage) => [status, heading, location];

describe('the end of a session that an application asks for', () => {
  it('is asked for once, ends what the console got in it, and leads back with the state', async () => {
    const visitor = await loggedIn();
    const tokens = await tokensOf(visitor);
    const path = endPath({ ...toConsole, state: 'x&y=1' });
    const page = await visitor.get(path);
    expect(page.heading).toBe('Log out');
    expect(page.html).toContain('Halyard console has logged you out.');
    const hidden = { ...toConsole, state: 'x&y=1' };
    const left = await visitor.send(path, { ...hidden, answer: 'leave' }, { action: CONFIRM });
    expect(shown(left)).toEqual([303, '', `${CONSOLE_URL}?state=x%26y%3D1`]);
    expect(await isLoggedIn(visitor)).toBe(false);
    const refreshed = await token({ grant_type: 'refresh_token', refresh_token: tokens['refresh_token'] ?? '' });
    expect(refreshed).toMatchObject({ error: 'invalid_grant' });
    expect(shown(await visitor.get(path))).toEqual([303, '', `${CONSOLE_URL}?state=x%26y%3D1`]);
  });

  it('is refused by who wants to stay, and needs no application', async () => {
    const visitor = await loggedIn();
    const stayed = await visitor.send(endPath(toConsole), { answer: 'stay' }, { action: CONFIRM });
    expect([stayed.location, await isLoggedIn(visitor)]).toEqual(['/me', true]);
    const path = endPath({ post_logout_redirect_uri: 'https://evil.example/' });
    const left = await visitor.send(path, { answer: 'leave' }, { action: CONFIRM });
    expect(shown(left)).toEqual([200, 'You are logged out', undefined]);
    expect(shown(await stage.visitor().get(endPath()))).toEqual([200, 'You are logged out', undefined]);
  });

  it('knows the application by an ID token, also by one that has expired', async () => {
    const visitor = await loggedIn();
    const { id_token: hint = '' } = await tokensOf(visitor);
    stage.auth.clock.advance(2 * 3_600_000);
    const path = endPath({ id_token_hint: hint, post_logout_redirect_uri: CONSOLE_URL });
    expect(shown(await visitor.get(path))).toEqual([303, '', CONSOLE_URL]);
  });

  it('may be asked for by a form of another site', async () => {
    const answer = await stage
      .visitor()
      .post('/session/end', toConsole, { headers: { origin: 'https://shop.example' } });
    expect(shown(answer)).toEqual([303, '', endPath(toConsole)]);
  });

  const hintFor = (claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'HS256' }).sign(randomBytes(32));
  it.each<[string, () => Record<string, string> | Promise<Record<string, string>>]>([
    ['a foreign URL', () => ({ client_id, post_logout_redirect_uri: 'https://evil.example/' })],
    ['a longer URL', () => ({ client_id, post_logout_redirect_uri: `${CONSOLE_URL}?x` })],
    ['an unknown application', () => ({ client_id: 'nobody', post_logout_redirect_uri: CONSOLE_URL })],
    ['an ID token that nobody signed', async () => ({ id_token_hint: await hintFor({ aud: client_id }) })],
    ['text for an ID token', () => ({ id_token_hint: 'x' })],
    ['an absurdly long one', () => ({ id_token_hint: 'x'.repeat(5_000) })],
    [
      'an ID token of another application',
      async () => ({
        client_id: firstPartyKeys.commandLine,
        id_token_hint: (await tokensOf(await loggedIn()))['id_token'] ?? '',
      }),
    ],
  ])('is refused with %s, and nobody is logged out or sent anywhere', async (_, given) => {
    const visitor = await loggedIn();
    const asked = await given();
    const answer = await visitor.get(endPath(asked));
    expect([answer.status, answer.location]).toEqual([400, undefined]);
    expect(answer.html).not.toContain('evil.example');
    expect(await isLoggedIn(visitor)).toBe(true);
  });

  it('is refused with a parameter twice, and without the proof of a form of ours', async () => {
    const visitor = await loggedIn();
    expect((await visitor.get(`${endPath(toConsole)}&client_id=${client_id}`)).status).toBe(400);
    expect((await visitor.post(CONFIRM, { ...toConsole, answer: 'leave' })).status).toBe(403);
    const path = endPath(toConsole);
    const elsewhere = { ...toConsole, post_logout_redirect_uri: 'https://evil.example/' };
    expect((await visitor.send(path, { ...elsewhere, answer: 'leave' }, { action: CONFIRM })).status).toBe(400);
    expect(await isLoggedIn(visitor)).toBe(true);
  });
});
