import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { applicationPrincipal } from '@halyard/testing';
import { TOTP } from 'otpauth';
import { operationOf } from '../../test/support/auth-app.js';
import { PagesStage, PASSWORD } from '../../test/support/pages-stage.js';
import type { Visitor } from '../../test/support/visitor.js';

const MINUTE_MS = 60_000;
const OTHER = 'another long sentence of mine';

let stage: PagesStage;
beforeAll(async () => {
  stage = await PagesStage.open();
});
afterAll(() => stage.close());

const secretIn = (visitor: Visitor, name: string): string =>
  [...visitor.cookies].find(([cookie]) => cookie.startsWith(`__Host-${name}-`))?.[1] ?? '';

describe('a page', () => {
  it.each(['/login', '/logout', '/password-resets'])('%s may load nothing, and be framed by nobody', async (path) => {
    const { status, headers } = await stage.visitor().get(path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'$/,
      ),
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
    });
    expect([headers['set-cookie']].flat()).toEqual([
      expect.stringMatching(/^__Host-browser-[\da-f]{8}=[\w-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=/),
    ]);
  });

  it('that is asked for under another host is found under its own', async () => {
    const headers = { 'x-forwarded-host': '127.0.0.1:8443' };
    const { status, location } = await stage.visitor().get('/login', { headers });
    expect([status, location]).toEqual([308, 'https://localhost:8443/login']);
  });

  it('is not for a page in which partners have a say', async () => {
    const headers = { referer: 'https://localhost:8443/linking/applications/1' };
    expect((await stage.visitor().get('/me', { headers })).status).toBe(403);
  });

  it('takes no notice of cookies that are none', async () => {
    const visitor = stage.visitor();
    visitor.cookies.set('__Host-session-00000000', 'x').set('other', '"').set('', '');
    expect((await visitor.get('/me')).location).toBe('/login');
  });
});

describe('a form', () => {
  const attempt = { email: 'ada@example.com', password: PASSWORD };

  it.each<[string, (visitor: Visitor) => Promise<{ readonly status: number }>]>([
    ['without its token', (visitor) => visitor.post('/login', attempt)],
    [
      'without a cookie',
      async (visitor) => {
        const token = (await visitor.get('/login')).tokenFor('/login');
        visitor.cookies.clear();
        return visitor.post('/login', { ...attempt, 'form-token': token });
      },
    ],
    [
      'with the token of another browser',
      async (visitor) => {
        const token = (await stage.visitor().get('/login')).tokenFor('/login');
        await visitor.get('/login');
        return visitor.post('/login', { ...attempt, 'form-token': token });
      },
    ],
    [
      'with the token of another form',
      async (visitor) => {
        const token = (await visitor.get('/password-resets')).tokenFor('/password-resets');
        return visitor.post('/login', { ...attempt, 'form-token': token });
      },
    ],
    [
      'of another origin',
      (visitor) => visitor.send('/login', attempt, { headers: { origin: 'https://evil.example' } }),
    ],
    ['of another site', (visitor) => visitor.send('/login', attempt, { headers: { 'sec-fetch-site': 'cross-site' } })],
  ])('%s has no effect', async (_, send) => {
    expect((await send(stage.visitor())).status).toBe(403);
  });

  it('of a browser that hides its origin counts', async () => {
    const { status } = await stage.visitor().send('/login', attempt, { headers: { origin: 'null' } });
    expect(status).toBe(401);
  });
});

describe('a log-in', () => {
  it('leads to the profile, in a new session, which log-out ends', async () => {
    const person = await stage.newPerson();
    const visitor = await stage.loggedIn({ email: person.email.toUpperCase() });
    const first = secretIn(visitor, 'session');
    const profile = await visitor.get('/me');
    expect([profile.status, profile.heading]).toEqual([200, 'Your profile']);
    expect(profile.html).toContain(person.email);
    expect((await visitor.get('/login')).location).toBe('/me');

    expect((await visitor.send('/logout', { answer: 'stay' })).location).toBe('/me');
    expect((await visitor.send('/logout', { answer: 'leave' })).heading).toBe('You are logged out');
    visitor.cookies.set(`__Host-session-${[...visitor.cookies.keys()][0]?.slice(-8)}`, first);
    expect((await visitor.get('/me')).location).toBe('/login');
  });

  it('fails in the same words for a wrong password and for nobody, and keeps what was typed', async () => {
    const { email } = await stage.newPerson();
    const pages = await Promise.all(
      [email, 'nobody@example.com'].map(async (address) => {
        const page = await stage.visitor().send('/login', { email: address, password: OTHER });
        expect(page.html).toContain(`value="${address}"`);
        expect(page.html).not.toContain(OTHER);
        return [page.status, page.html.replaceAll(address, '').replaceAll(/value="[\w-]+\.[\w.-]+"/g, '')];
      }),
    );
    expect(pages[0]).toEqual(pages[1]);
    expect(pages[0]?.[0]).toBe(401);
  });

  it('ends after half an hour without a sign of life, and after twelve hours in any case', async () => {
    const { email } = await stage.newPerson();
    const visitor = await stage.loggedIn({ email });
    for (let passed = 0; passed < 11 * 60; passed += 29) {
      stage.auth.clock.advance(29 * MINUTE_MS);
      expect((await visitor.get('/me')).status).toBe(200);
    }
    stage.auth.clock.advance(31 * MINUTE_MS);
    expect((await visitor.get('/me')).location).toBe('/login');
    await stage.loggedIn({ email }, visitor);
    stage.auth.clock.advance(31 * MINUTE_MS);
    expect((await visitor.get('/me')).location).toBe('/login');
  });

  it('leads nowhere else, whatever comes from outside', async () => {
    const { email } = await stage.newPerson();
    for (const then of ['https://evil.example/', '//evil.example', '/me/../customers', '/token', '/me/sessions/1']) {
      const fields = { email, password: PASSWORD, then };
      expect((await stage.visitor().send('/login?then=/token', fields, { action: '/login' })).location).toBe('/me');
    }
  });

  it('is slowed down after five wrong ones, for the right one too, and in that network alone', async () => {
    const { email } = await stage.newPerson();
    const visitor = stage.visitor();
    const attempt = async (password: string, by = visitor): Promise<number> =>
      (await by.send('/login', { email, password })).status;
    for (let wrong = 0; wrong < 5; wrong += 1) expect(await attempt(OTHER)).toBe(401);
    const slowed = await visitor.send('/login', { email, password: PASSWORD });
    expect([slowed.status, slowed.heading, slowed.headers['retry-after']]).toEqual([429, 'Log in', '1']);
    expect(await attempt(PASSWORD, stage.visitor())).toBe(303);
    stage.auth.clock.advance(1_000);
    expect(await attempt(OTHER)).toBe(401);
    stage.auth.clock.advance(1_000);
    expect(await attempt(PASSWORD)).toBe(429);
    stage.auth.clock.advance(1_000);
    expect(await attempt(PASSWORD)).toBe(303);
    // The right one is the end of it.
    expect(await attempt(OTHER, stage.visitor())).toBe(401);
  });

  it('keeps nobody waiting for a clock that was set back', async () => {
    const person = await stage.newPerson();
    const visitor = stage.visitor();
    const attempt = async (password: string) =>
      (await visitor.send('/login', { email: person.email, password })).status;
    for (let wrong = 0; wrong < 5; wrong += 1) await attempt(OTHER);
    expect(await attempt(PASSWORD)).toBe(429);
    stage.auth.clock.advance(-60 * MINUTE_MS);
    expect(await attempt(OTHER)).toBe(401);
    expect(await attempt(PASSWORD)).toBe(429);
    stage.auth.clock.advance(MINUTE_MS);
    expect(await attempt(PASSWORD)).toBe(303);
    stage.auth.clock.advance(60 * MINUTE_MS);
  });

  it('counts guesses that come at the same time', async () => {
    const { email } = await stage.newPerson();
    const visitor = stage.visitor();
    const token = (await visitor.get('/login')).tokenFor('/login');
    const guesses = Array.from({ length: 12 }, () =>
      visitor.post('/login', { email, password: OTHER, 'form-token': token }),
    );
    const statuses = (await Promise.all(guesses)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(7);
  });

  it('is slowed down for a network that tries many names', async () => {
    const visitor = stage.visitor();
    const statuses: number[] = [];
    for (let at = 0; at < 22; at += 1) {
      const email = `nobody-${at}@example.com`;
      statuses.push((await visitor.send('/login', { email, password: OTHER })).status);
    }
    expect(statuses.slice(0, 21).every((status) => status === 401)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it('is no longer slowed down a while after the last wrong one, however many right ones came since', async () => {
    const network = 'a busy office';
    const { email } = await stage.newPerson();
    const guess = async (name: string, password: string): Promise<number> =>
      (await stage.visitor(network).send('/login', { email: name, password })).status;
    for (let at = 0; at < 20; at += 1) await guess(`nobody-${at}@busy.example`, OTHER);
    for (const _ of [1, 2, 3]) {
      stage.auth.clock.advance(6 * MINUTE_MS);
      expect(await guess(email, PASSWORD)).toBe(303);
    }
    expect(await guess('nobody@busy.example', OTHER)).toBe(401);
    expect(await guess(email, PASSWORD)).toBe(303);
  });

  it('in a browser of the person is not slowed down by what others guess', async () => {
    const { email } = await stage.newPerson();
    const network = 'an office';
    const visitor = await stage.loggedIn({ email }, stage.visitor(network));
    await visitor.send('/logout', { answer: 'leave' });
    const stranger = stage.visitor(network);
    for (let wrong = 0; wrong < 6; wrong += 1) await stranger.send('/login', { email, password: OTHER });
    expect((await stranger.send('/login', { email, password: PASSWORD })).status).toBe(429);
    await stage.loggedIn({ email }, visitor);
  });
});

describe('a second factor', () => {
  const counted = async () => {
    const count = async (outcome: string): Promise<number> =>
      (await stage.auth.service.metric(`log_ins_total{outcome="${outcome}"}`)) ?? 0;
    return { accepted: await count('accepted'), refused: await count('refused') };
  };
  const codeOf = (seed: string): string =>
    new TOTP({ secret: seed }).generate({ timestamp: stage.auth.clock.system().getTime() });

  async function enrolled() {
    const person = await stage.newPerson();
    const visitor = await stage.loggedIn(person);
    const page = await visitor.get('/me/authenticator');
    const [seed = '', sealed = ''] = [
      /class="key">([A-Z2-7 ]+)</.exec(page.html)?.[1]?.replaceAll(' ', ''),
      /name="seed"\s+value="([^"]+)"/.exec(page.html)?.[1],
    ];
    const fields = { seed: sealed, 'form-token': page.tokenFor('/me/authenticator') };
    const on = await visitor.post('/me/authenticator', { ...fields, code: codeOf(seed) });
    const codes = [...on.html.matchAll(/<code>([\w-]+)<\/code>/g)].map(([, code]) => code ?? '');
    return { person, visitor, seed, on, codes, fields };
  }

  it('is asked for, takes each code once, and in no other browser', async () => {
    const { person, on, codes, seed, fields } = await enrolled();
    expect([on.heading, codes.length, new Set(codes).size]).toEqual(['Your authenticator is on', 10, 10]);
    const stranger = await stage.loggedIn(await stage.newPerson());
    const token = (await stranger.get('/me/authenticator')).tokenFor('/me/authenticator');
    const foreign = { ...fields, 'form-token': token, code: codeOf(seed) };
    expect((await stranger.post('/me/authenticator', foreign)).status).toBe(400);

    const visitor = stage.visitor();
    const before = await counted();
    const first = await visitor.send('/login', { email: person.email, password: PASSWORD });
    expect(first.location).toBe('/login/second-factor');
    expect(await counted()).toEqual(before);
    const waiting = secretIn(visitor, 'session');
    expect((await visitor.get('/me')).location).toBe('/login/second-factor');
    // The code that turned it on is used up.
    expect((await visitor.send('/login/second-factor', { code: codeOf(seed) })).status).toBe(401);
    stage.auth.clock.advance(MINUTE_MS);
    expect((await visitor.send('/login/second-factor', { code: ` ${codeOf(seed)} ` })).location).toBe('/me');
    expect(await counted()).toEqual({ accepted: before.accepted + 1, refused: before.refused + 1 });
    expect(secretIn(visitor, 'session')).not.toBe(waiting);
    expect((await visitor.get('/me')).status).toBe(200);
  });

  it('that an account requires is set up at the next log-in, before anything else', async () => {
    const { email, accountId } = await stage.newPerson();
    const before = await stage.loggedIn({ email });
    const operator = operationOf(applicationPrincipal({ scopes: ['operator'] }));
    await stage.auth.call(
      'POST',
      `/operations/accounts/${accountId}/settings`,
      { requireSecondFactor: true },
      operator,
    );
    expect((await before.get('/me')).status).toBe(200);

    const visitor = stage.visitor();
    const login = await visitor.send('/login', { email, password: PASSWORD, then: '/me/password' });
    expect(login.location).toBe('/me/authenticator');
    for (const path of ['/me', '/me/password']) expect((await visitor.get(path)).location).toBe('/login/second-factor');
    expect((await visitor.get('/login/second-factor')).location).toBe('/me/authenticator');
    const page = await visitor.get('/me/authenticator');
    expect([page.html.includes('Not now'), page.html.includes('asks for two-step')]).toEqual([false, true]);
    const [seed = '', sealed = ''] = [
      /class="key">([A-Z2-7 ]+)</.exec(page.html)?.[1]?.replaceAll(' ', ''),
      /name="seed"\s+value="([^"]+)"/.exec(page.html)?.[1],
    ];
    const fields = { seed: sealed, 'form-token': page.tokenFor('/me/authenticator') };
    expect((await visitor.post('/me/authenticator', { ...fields, code: '000000' })).status).toBe(400);
    expect((await visitor.get('/me')).location).toBe('/login/second-factor');
    const on = await visitor.post('/me/authenticator', { ...fields, code: codeOf(seed) });
    expect([on.heading, on.html.includes('href="/me/password"')]).toEqual(['Your authenticator is on', true]);
    expect((await visitor.get('/me')).status).toBe(200);
  });

  it('that is there opens no page of its own before it is used', async () => {
    const { person } = await enrolled();
    const visitor = stage.visitor();
    await visitor.send('/login', { email: person.email, password: PASSWORD });
    expect((await visitor.get('/me/authenticator')).location).toBe('/login/second-factor');
  });

  it('takes each recovery code once, also when it is used twice at the same time', async () => {
    const { person, codes } = await enrolled();
    const [code = '', second = ''] = codes;
    const visitors = await Promise.all(
      [1, 2].map(async () => {
        const visitor = stage.visitor();
        await visitor.send('/login', { email: person.email, password: PASSWORD });
        return visitor;
      }),
    );
    const answers = await Promise.all(
      visitors.map((visitor) => visitor.send('/login/recovery-code', { code: code.toUpperCase().replace('-', ' ') })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
    const loser = visitors[answers.findIndex(({ status }) => status === 401)];
    expect((await loser?.send('/login/recovery-code', { code: second }))?.location).toBe('/me');
  });

  it('is changed only soon after a log-in, and tells the person by letter', async () => {
    const { person, visitor } = await enrolled();
    await stage.linkTo(person.email, /Two-step verification is on/);
    stage.auth.clock.advance(6 * MINUTE_MS);
    const asked = await visitor.get('/me/authenticator');
    expect(asked.heading).toBe('Log in');
    for (const told of [`value="${person.email}"`, 'Confirm that it is you', 'to change how you log in'])
      expect(asked.html).toContain(told);
    const token = asked.tokenFor('/login');
    expect((await visitor.post('/me/authenticator', { answer: 'off', 'form-token': token })).status).toBe(403);
  });

  it('turned off is not asked for any more', async () => {
    const { person, visitor } = await enrolled();
    expect((await visitor.send('/me/authenticator', { answer: 'off' })).location).toBe('/me');
    await stage.loggedIn(person);
  });
});

describe('a password', () => {
  const chosen = { 'new-password': OTHER, 'repeated-password': OTHER };

  it('is changed by the present one, ends other sessions, and tells the person', async () => {
    const person = await stage.newPerson();
    const [visitor, elsewhere] = [await stage.loggedIn(person), await stage.loggedIn(person)];
    const wrong = await visitor.send('/me/password', { ...chosen, 'present-password': 'something else entirely' });
    expect([wrong.status, wrong.heading]).toEqual([400, 'Change your password']);
    expect((await visitor.send('/me/password', { ...chosen, 'present-password': PASSWORD })).location).toBe('/me');
    expect((await visitor.get('/me')).status).toBe(200);
    expect((await elsewhere.get('/me')).location).toBe('/login');
    await stage.linkTo(person.email, /password was changed/);
    const again = await stage.visitor().send('/login', { email: person.email, password: OTHER });
    expect(again.location).toBe('/me');
  });

  it('that was forgotten is chosen anew by a link, once, which ends all sessions', async () => {
    const person = await stage.newPerson();
    const elsewhere = await stage.loggedIn(person);
    const visitor = stage.visitor();
    const sent = await visitor.send('/password-resets', { email: person.email.toUpperCase() });
    expect(sent.heading).toBe('Look into your mailbox');
    expect(sent.html).toContain('.data/mail');
    const link = await stage.linkTo(person.email, /Reset your password/);
    const nobody = await stage.visitor().send('/password-resets', { email: 'nobody@example.com' });
    expect(nobody.html).toBe(sent.html);

    // A scanner opens it first.
    expect((await stage.visitor().get(link)).heading).toBe('Choose a password');
    const bad = await visitor.send(link, { 'new-password': 'password1234', 'repeated-password': 'x' });
    expect([bad.status, bad.html.includes('tried first'), bad.html.includes('Repeat the same password')]).toEqual([
      400,
      true,
      true,
    ]);
    const uses = await Promise.all([visitor, stage.visitor()].map((one) => one.send(link, chosen)));
    expect(uses.map(({ status }) => status).sort()).toEqual([303, 404]);
    expect((await elsewhere.get('/me')).location).toBe('/login');
    expect((await stage.visitor().get(link)).status).toBe(404);
  });

  it('links work for an hour', async () => {
    const person = await stage.newPerson();
    await stage.visitor().send('/password-resets', { email: person.email });
    const link = await stage.linkTo(person.email, /Reset your password/);
    stage.auth.clock.advance(61 * MINUTE_MS);
    expect((await stage.visitor().get(link)).status).toBe(404);
  });
});

describe('a page with a new password', () => {
  const fieldsOf = (page: string) =>
    [...page.matchAll(/name="([\w-]+)"\s+type="(?:email|password|text)"\s+autocomplete="([\w-]+)"/g)].map(
      ([, name, autocomplete]) => [name, autocomplete],
    );

  it('tells a password manager for whom it is', async () => {
    const person = await stage.newPerson();
    const visitor = await stage.loggedIn(person);
    const page = await visitor.get('/me/password');
    expect(fieldsOf(page.html)).toEqual([
      ['username', 'username'],
      ['present-password', 'current-password'],
      ['new-password', 'new-password'],
      ['repeated-password', 'new-password'],
    ]);
    expect(page.html).toMatch(new RegExp(`value="${person.email}"\\s+readonly`));
  });
});

describe('the profile', () => {
  it('ends single sessions, its own and no other person’s', async () => {
    const person = await stage.newPerson();
    const [visitor, elsewhere] = [await stage.loggedIn(person), await stage.loggedIn(person)];
    const stranger = await stage.loggedIn(await stage.newPerson());
    const page = await visitor.get('/me');
    const sessions = [...page.html.matchAll(/action="(\/me\/sessions\/[^"]+)"/g)].map(([, action]) => action ?? '');
    expect(sessions).toHaveLength(2);
    const [latest = '', own = ''] = sessions;
    const token = (await stranger.get('/me')).tokenFor('/logout');
    expect((await stranger.post(latest, { 'form-token': token })).status).toBe(403);
    expect((await visitor.post(latest, { 'form-token': page.tokenFor(latest) })).location).toBe('/me');
    expect((await elsewhere.get('/me')).location).toBe('/login');
    expect((await visitor.post(own, { 'form-token': page.tokenFor(own) })).location).toBe('/login');
    expect((await visitor.get('/me')).location).toBe('/login');
  });

  it('puts no secret into any table', async () => {
    const { email } = await stage.newPerson();
    const visitor = await stage.loggedIn({ email });
    const secrets = [PASSWORD, email, ...visitor.cookies.values()];
    for (const table of ['people', 'sessions', 'guesses', 'second_factors', 'password_resets', 'due_work', 'history']) {
      const [row] = await stage.auth.dataSource.query<{ text: string | null }[]>(
        `SELECT string_agg(row::text, ' ') AS text FROM ${table} row`,
      );
      for (const secret of secrets) expect(row?.text ?? '').not.toContain(secret);
    }
  });
});
