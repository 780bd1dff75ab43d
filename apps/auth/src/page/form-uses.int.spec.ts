import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { firstPartyKeys } from '@halyard/contracts/applications';
import { oauthRoutes } from '@halyard/contracts/authorization';
import { Bytes } from '@halyard/http';
import { Sealer } from '@halyard/persistence';
import { applicationPrincipal, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { PagesStage, PASSWORD } from '../../test/support/pages-stage.js';
import { CALLBACK, RelyingParty } from '../../test/support/relying-party.js';
import { SoftAuthenticator } from '../../test/support/soft-authenticator.js';
import type { VisitedPage, Visitor } from '../../test/support/visitor.js';
import { authService } from '../../test/support/auth-service.js';
import type { SeededPerson } from '../seed.js';

const NEW_PASSWORD = 'another long sentence of mine';
const chosen = { 'new-password': NEW_PASSWORD, 'repeated-password': NEW_PASSWORD };

let stage: PagesStage;
let other: TestService;
let rp: RelyingParty;
beforeAll(async () => {
  stage = await PagesStage.open();
  other = await startTestService(authService, { beside: stage.auth.service });
  const accountId = await stage.auth.openAccount({ operator: true });
  await stage.seed.addFirstParty({ accountId, consoleUrl: 'https://localhost:8443/console/' });
  rp = await RelyingParty.register(stage);
});
afterAll(async () => {
  await other.stop();
  await stage.close();
});

/** A form that is filled in and not sent yet, and how often it had its effect. */
interface Filled {
  readonly visitor: Visitor;
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly effects: () => Promise<number>;
}

async function countOf(sql: string, ...values: readonly string[]): Promise<number> {
  const rows = await stage.auth.dataSource.query<unknown[]>(`SELECT DISTINCT ${sql}`, [...values]);
  return rows.length;
}
/** Letters are posted after the answer, so that it says nothing by the time that it takes. */
async function once({ effects }: Filled): Promise<number> {
  await until('the effect', async () => (await effects()) > 0);
  return effects();
}
const sessionsOf = ({ personId }: SeededPerson, isComplete = true) =>
  countOf(`id FROM sessions WHERE person_id = $1 AND is_complete = ${isComplete}`, personId);
const eventsOf = ({ personId }: SeededPerson, type: string) =>
  countOf('id FROM security_events WHERE person_id = $1 AND type = $2', personId, type);

async function filled(
  visitor: Visitor,
  path: string,
  given: Readonly<Record<string, string>>,
  effects: () => Promise<number>,
  action = path,
): Promise<Filled> {
  const page = await visitor.get(path);
  const token = page.tokenFor(action);
  if (token === '') throw new Error(`${path} has no form for ${action}: ${page.heading}`);
  return { visitor, action, fields: { ...given, 'form-token': token }, effects };
}

const codeOf = (seed: string, ahead = 0): string =>
  new TOTP({ secret: seed }).generate({ timestamp: stage.auth.clock.system().getTime() + ahead });

const hiddenIn = ({ html }: VisitedPage, name: string): string =>
  new RegExp(`name="${name}"\\s+value="([^"]*)"`).exec(html)?.[1] ?? '';

async function authenticatorForm(person: SeededPerson): Promise<Filled & { readonly seed: string }> {
  const visitor = await stage.loggedIn(person);
  const page = await visitor.get('/me/authenticator');
  const seed = (/<code class="key">([^<]+)</.exec(page.html)?.[1] ?? '').replaceAll(' ', '');
  const fields = {
    ...{ code: codeOf(seed), seed: hiddenIn(page, 'seed') },
    'form-token': page.tokenFor('/me/authenticator'),
  };
  return { visitor, action: '/me/authenticator', fields, seed, effects: () => eventsOf(person, 'factor_added') };
}

/** A person with an authenticator, in front of the second step. */
async function atSecondStep() {
  const person = await stage.newPerson();
  const { visitor: own, action, fields, seed } = await authenticatorForm(person);
  const enrolled = await own.post(action, fields);
  const recovery = /<code>([\w-]+)<\/code>/.exec(enrolled.html)?.[1] ?? '';
  const visitor = stage.visitor();
  await visitor.send('/login', { email: person.email, password: PASSWORD });
  return { person, own, visitor, recovery, code: codeOf(seed, 30_000) };
}

interface PasskeyForm {
  readonly challenge: string;
  readonly fields: Readonly<Record<string, string>>;
}
function passkeyForm({ html, tokenFor }: VisitedPage, action: string): PasskeyForm {
  const part = html.split('data-passkey=').find((text) => text.includes(`action="${action}"`)) ?? '';
  const unescaped = (/data-options="([^"]*)"/.exec(part)?.[1] ?? '{}').replaceAll('&quot;', '"');
  const { challenge = '' } = JSON.parse(unescaped) as { readonly challenge?: string };
  const sealed = /name="challenge"\s+value="([^"]*)"/.exec(part)?.[1] ?? '';
  return { challenge, fields: { 'form-token': tokenFor(action), challenge: sealed } };
}
async function newPasskey(person: SeededPerson, authenticator: SoftAuthenticator): Promise<Filled> {
  const visitor = await stage.loggedIn(person);
  const { challenge, fields } = passkeyForm(await visitor.get('/me'), '/me/passkeys');
  const made = { ...fields, credential: authenticator.create({ challenge }) };
  return { visitor, action: '/me/passkeys', fields: made, effects: () => eventsOf(person, 'factor_added') };
}

async function consentForm(answer: string, type: string): Promise<Filled> {
  const person = await stage.newPerson();
  const visitor = await stage.loggedIn(person);
  const { location = '' } = await visitor.get(rp.authPath());
  return filled(visitor, location, { answer }, () => eventsOf(person, type));
}

async function deviceForm(answer: string): Promise<Filled> {
  const person = await stage.newPerson();
  const visitor = await stage.loggedIn(person);
  const asked = await stage.auth.service.exchange(oauthRoutes.authorizeDevice, '/device/authorization', {
    principal: servicePrincipal('gateway'),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-client-network': '198.51.100.7' },
    body: Readable.from([Buffer.from(`client_id=${firstPartyKeys.commandLine}&scope=openid`)]),
  });
  if (!(asked instanceof Bytes)) throw new Error(JSON.stringify(asked));
  const { user_code: code } = (await json(asked.body)) as { readonly user_code: string };
  const fields = { user_code: code, account: person.accountId, answer };
  const type = answer === 'allow' ? 'consent_granted' : 'consent_denied';
  return filled(visitor, `/device?user_code=${code}`, fields, () => eventsOf(person, type), '/device');
}

async function invitationForm(person?: SeededPerson): Promise<Filled> {
  const accountId = await stage.auth.openAccount();
  const email = person?.email ?? `${crypto.randomUUID()}@example.com`;
  const body = { email, name: 'Grace', role: 'viewer' };
  const principal = applicationPrincipal({ accountId });
  await stage.auth.service.call('POST', '/invitations', { body, principal });
  const link = await stage.linkTo(email, /invited/);
  const visitor = person ? await stage.loggedIn(person) : stage.visitor();
  const joined = () => countOf('person_id FROM memberships WHERE account_id = $1', accountId);
  return filled(visitor, link, person ? { answer: 'accept' } : chosen, joined);
}

const forms: readonly (readonly [string, () => Promise<Filled>])[] = [
  [
    'a log-in',
    async () => {
      const person = await stage.newPerson();
      const given = { email: person.email, password: PASSWORD };
      return filled(stage.visitor(), '/login', given, () => sessionsOf(person));
    },
  ],
  [
    'a log-in that waits for its second step',
    async () => {
      const { person } = await atSecondStep();
      const before = await sessionsOf(person, false);
      const given = { email: person.email, password: PASSWORD };
      return filled(stage.visitor(), '/login', given, async () => (await sessionsOf(person, false)) - before);
    },
  ],
  [
    'a one-time code',
    async () => {
      const { person, visitor, code } = await atSecondStep();
      const before = await sessionsOf(person);
      return filled(visitor, '/login/second-factor', { code }, async () => (await sessionsOf(person)) - before);
    },
  ],
  [
    'a recovery code',
    async () => {
      const { person, visitor, recovery: code } = await atSecondStep();
      const before = await sessionsOf(person);
      return filled(visitor, '/login/recovery-code', { code }, async () => (await sessionsOf(person)) - before);
    },
  ],
  [
    'a passkey as the second step',
    async () => {
      const person = await stage.newPerson();
      const authenticator = new SoftAuthenticator();
      const added = await newPasskey(person, authenticator);
      await added.visitor.post(added.action, added.fields);
      const visitor = stage.visitor();
      await visitor.send('/login', { email: person.email, password: PASSWORD });
      const { challenge, fields } = passkeyForm(await visitor.get('/login/second-factor'), '/login/passkey');
      authenticator.counter = 1;
      const used = { ...fields, credential: authenticator.get({ challenge }) };
      const before = await sessionsOf(person);
      return {
        ...{ visitor, action: '/login/passkey', fields: used },
        effects: async () => (await sessionsOf(person)) - before,
      };
    },
  ],
  ['a consent', () => consentForm('allow', 'consent_granted')],
  ['a denied consent', () => consentForm('deny', 'consent_denied')],
  ['a program without a browser', () => deviceForm('allow')],
  ['a program that is denied', () => deviceForm('deny')],
  ['an invitation of somebody new', () => invitationForm()],
  ['an invitation of somebody who is known', async () => invitationForm(await stage.newPerson())],
  [
    'a forgotten password',
    async () => {
      const person = await stage.newPerson();
      const given = { email: person.email };
      return filled(stage.visitor(), '/password-resets', given, () =>
        countOf('token_hash FROM password_resets WHERE person_id = $1', person.personId),
      );
    },
  ],
  [
    'a new password by a link',
    async () => {
      const person = await stage.newPerson();
      await stage.visitor().send('/password-resets', { email: person.email });
      const link = await stage.linkTo(person.email, /Reset your password/);
      return filled(stage.visitor(), link, chosen, () => eventsOf(person, 'password_changed'));
    },
  ],
  [
    'a changed password',
    async () => {
      const person = await stage.newPerson();
      const given = { ...chosen, 'present-password': PASSWORD };
      return filled(await stage.loggedIn(person), '/me/password', given, () => eventsOf(person, 'password_changed'));
    },
  ],
  ['an authenticator', async () => authenticatorForm(await stage.newPerson())],
  [
    'an authenticator that is turned off',
    async () => {
      const { person, own } = await atSecondStep();
      return filled(own, '/me/authenticator', { answer: 'off' }, () => eventsOf(person, 'factor_removed'));
    },
  ],
  ['a new passkey', async () => newPasskey(await stage.newPerson(), new SoftAuthenticator())],
  [
    'a passkey that is removed',
    async () => {
      const person = await stage.newPerson();
      const { visitor, action, fields } = await newPasskey(person, new SoftAuthenticator());
      await visitor.post(action, fields);
      const path = /action="(\/me\/passkeys\/[^"]+)"/.exec((await visitor.get('/me')).html)?.[1] ?? '';
      return filled(visitor, '/me', {}, () => eventsOf(person, 'factor_removed'), path);
    },
  ],
  [
    'a session that is ended',
    async () => {
      const person = await stage.newPerson();
      await stage.loggedIn(person);
      const visitor = await stage.loggedIn(person);
      const [first = '', second = ''] = [
        ...(await visitor.get('/me')).html.matchAll(/action="(\/me\/sessions\/[^"]+)"/g),
      ]
        .map(([, path]) => path ?? '')
        .reverse();
      const ended = () => countOf('id FROM sessions WHERE person_id = $1 AND ended_at IS NOT NULL', person.personId);
      return filled(visitor, '/me', {}, ended, first === '' ? second : first);
    },
  ],
  [
    'an application that is disconnected',
    async () => {
      const person = await stage.newPerson();
      const visitor = await stage.loggedIn(person);
      await rp.authorized(visitor);
      return filled(visitor, '/me', {}, () => eventsOf(person, 'consent_withdrawn'), `/me/applications/${rp.id}`);
    },
  ],
  [
    'a log-out',
    async () => {
      const person = await stage.newPerson();
      const given = { answer: 'leave' };
      return filled(await stage.loggedIn(person), '/logout', given, () => eventsOf(person, 'logout'));
    },
  ],
  [
    'a log-out that an application asks for',
    async () => {
      const person = await stage.newPerson();
      const visitor = await stage.loggedIn(person);
      const left = () => eventsOf(person, 'logout');
      return filled(visitor, '/session/end', { answer: 'leave' }, left, '/session/end/confirmation');
    },
  ],
];

const cookiesOf = ({ cookies }: Visitor): Map<string, string> => new Map(cookies);
function restore({ cookies }: Visitor, saved: ReadonlyMap<string, string>): void {
  cookies.clear();
  for (const [name, value] of saved) cookies.set(name, value);
}
const ledTo = ({ status, location, heading }: VisitedPage) => ({ status, location, heading });
const sessionIn = ({ cookies }: Visitor): string | undefined =>
  [...cookies].find(([name]) => name.startsWith('__Host-session'))?.[1];

/** Leaves the claims as a process does that is killed after the effect, and lets the minute pass after which they lapse. */
const forgetDone = () =>
  stage.auth.dataSource.query(
    "UPDATE form_uses SET done_at = NULL, sealed_answer = NULL, claimed_at = claimed_at - interval '2 minutes'",
  );

describe.each(forms)('%s', (_, begin) => {
  it('has its effect once, however often the form is sent, and leads where the first one led', async () => {
    const form = await begin();
    const { visitor, action, fields } = form;
    const before = cookiesOf(visitor);
    const first = await visitor.post(action, fields);
    expect([first.status, await once(form)]).toEqual([first.location === undefined ? 200 : 303, 1]);
    const after = cookiesOf(visitor);
    // A browser that has dropped the first answer, and one that has not.
    restore(visitor, before);
    expect(ledTo(await visitor.post(action, fields))).toEqual(ledTo(first));
    expect(sessionIn(visitor)).toBe(after.size === 1 ? sessionIn(visitor) : [...after.values()].at(-1));
    restore(visitor, after);
    expect(ledTo(await visitor.post(action, fields))).toEqual(ledTo(first));
    expect(cookiesOf(visitor)).toEqual(after);
    expect(await once(form)).toBe(1);
  });

  it('has its effect once when the form is sent twice in the same moment', async () => {
    const form = await begin();
    const { visitor, action, fields } = form;
    const both = await Promise.all([visitor.post(action, fields), visitor.post(action, fields)]);
    expect([both.map(ledTo)[0], await once(form)]).toEqual([ledTo(both[1] ?? both[0]), 1]);
  });

  it('has its effect once where the process was killed before it could say that this is done', async () => {
    const form = await begin();
    const { visitor, action, fields } = form;
    const before = cookiesOf(visitor);
    await visitor.post(action, fields);
    await once(form);
    await forgetDone();
    restore(visitor, before);
    const { status } = await visitor.post(action, fields);
    // A log-in that nobody was told of is begun again, and so is a letter that may not have been posted.
    const isBegunAgain = ['/login', '/password-resets'].includes(action);
    expect([status < 500, (await form.effects()) <= (isBegunAgain ? 2 : 1)]).toEqual([true, true]);
  });

  it('is said to be done where the cookies are gone, and nothing else', async () => {
    const form = await begin();
    const { visitor, action, fields, effects } = form;
    const saved = cookiesOf(visitor);
    visitor.cookies.clear();
    expect([(await visitor.post(action, fields)).status, await effects()]).toEqual([403, 0]);
    restore(visitor, saved);
    await visitor.post(action, fields);
    visitor.cookies.clear();
    const again = await visitor.post(action, fields);
    expect(ledTo(again)).toEqual({ status: 200, location: undefined, heading: 'This is done' });
    expect([sessionIn(visitor), await once(form)]).toEqual([undefined, 1]);
  });
});

describe('a code', () => {
  it('is given once, by the repeat too, until it is exchanged', async () => {
    const { visitor, action, fields } = await consentForm('allow', 'consent_granted');
    const [first, second] = [await visitor.post(action, fields), await visitor.post(action, fields)];
    expect(second.location).toBe(first.location);
    const code = new URL(first.location ?? '').searchParams.get('code') ?? '';
    expect((await rp.exchange(code)).status).toBe(200);
    expect((await visitor.post(action, fields)).heading).toBe('This is done');
  });

  it('is given once by several tabs with the same question', async () => {
    const { visitor, action, fields } = await consentForm('allow', 'consent_granted');
    const tab = { ...fields, 'form-token': (await visitor.get(action)).tokenFor(action) };
    const both = await Promise.all([visitor.post(action, fields), visitor.post(action, tab)]);
    expect(both[0].location).toMatch(`${CALLBACK}?code=`);
    expect(both[1].location).toBe(both[0].location);
  });

  it('is told to nobody once the minute of its exchange is over, nor to another person', async () => {
    const late = await consentForm('allow', 'consent_granted');
    await late.visitor.post(late.action, late.fields);
    stage.auth.clock.advance(61_000);
    expect((await late.visitor.post(late.action, late.fields)).heading).toBe('This is done');

    const { visitor, action, fields } = await consentForm('allow', 'consent_granted');
    await visitor.post(action, fields);
    await visitor.send('/logout', { answer: 'leave' });
    await stage.loggedIn(await stage.newPerson(), visitor);
    expect((await visitor.post(action, fields)).heading).toBe('This is done');
  });
});

describe('of two tabs that begin to log in', () => {
  it('the older one goes on once the newer one has logged in', async () => {
    const person = await stage.newPerson();
    const visitor = stage.visitor();
    const begin = async () => {
      const { location: then = '' } = await visitor.get(rp.authPath());
      const token = (await visitor.get(then)).tokenFor('/login');
      return { email: person.email, password: PASSWORD, then, 'form-token': token };
    };
    const [older, newer] = [await begin(), await begin()];
    expect((await visitor.post('/login', newer)).location).toBe(newer.then);
    const led = await visitor.post('/login', { ...older, password: 'something else' });
    expect(led.location).toBe(older.then);
    expect(await rp.allowed(visitor, await visitor.get(older.then))).toHaveProperty('code');
    expect(await sessionsOf(person)).toBe(1);
  });

  it('the older one lands on the profile where it was for nothing else', async () => {
    const person = await stage.newPerson();
    const visitor = stage.visitor();
    const token = (await visitor.get('/login')).tokenFor('/login');
    await stage.loggedIn(person, visitor);
    const led = await visitor.post('/login', { email: person.email, password: PASSWORD, 'form-token': token });
    expect([led.location, await sessionsOf(person)]).toEqual(['/me', 1]);
  });
});

describe('a page that was shown before forms had tokens of their own', () => {
  const cookie = ({ cookies }: Visitor, name: string): string =>
    [...cookies].find(([each]) => each.startsWith(`__Host-${name}`))?.[1] ?? '';
  const formerToken = (visitor: Visitor, action: string): string =>
    stage.auth.service
      .get(Sealer)
      .fingerprint('auth.form-token', `${action}\n${cookie(visitor, 'browser')}\n${cookie(visitor, 'session')}`);

  it('is sent after the upgrade, once', async () => {
    const person = await stage.newPerson();
    const visitor = stage.visitor();
    await visitor.get('/login');
    const logIn = { email: person.email, password: PASSWORD, 'form-token': formerToken(visitor, '/login') };
    const answers = [await visitor.post('/login', logIn), await visitor.post('/login', logIn)];
    expect(answers.map(({ location, heading }) => location ?? heading)).toEqual(['/me', 'This is done']);
    expect(await sessionsOf(person)).toBe(1);
    const leave = { answer: 'leave', 'form-token': formerToken(visitor, '/logout') };
    expect((await visitor.post('/logout', leave)).heading).toBe('You are logged out');
  });

  it('is refused in another browser, and in another session', async () => {
    const [own, other] = [await stage.loggedIn(await stage.newPerson()), await stage.loggedIn(await stage.newPerson())];
    const token = formerToken(own, '/logout');
    expect((await other.post('/logout', { answer: 'leave', 'form-token': token })).status).toBe(403);
    own.cookies.delete([...own.cookies.keys()].find((name) => name.startsWith('__Host-session')) ?? '');
    expect((await own.post('/logout', { answer: 'leave', 'form-token': token })).status).toBe(403);
  });
});

describe('a form without an effect', () => {
  it('is sent again after the back button, with what is right now', async () => {
    const person = await stage.newPerson();
    const { visitor, fields } = await filled(stage.visitor(), '/login', { email: person.email }, () =>
      sessionsOf(person),
    );
    expect((await visitor.post('/login', { ...fields, password: 'wrong' })).status).toBe(401);
    expect((await visitor.post('/login', { ...fields, password: PASSWORD })).location).toBe('/me');
  });

  it('is out of date after a week, and once somebody else is logged in', async () => {
    const person = await stage.newPerson();
    const given = { email: person.email, password: PASSWORD };
    const { visitor, fields } = await filled(stage.visitor(), '/login', given, () => sessionsOf(person));
    stage.auth.clock.advance(7 * 24 * 60 * 60_000 + 1);
    expect((await visitor.post('/login', fields)).status).toBe(403);

    const own = await stage.loggedIn(person);
    const leave = await filled(own, '/logout', { answer: 'leave' }, () => eventsOf(person, 'logout'));
    await own.send('/logout', { answer: 'leave' });
    await stage.loggedIn(await stage.newPerson(), own);
    expect((await own.post('/logout', leave.fields)).status).toBe(403);
    expect((await own.get('/me')).heading).toBe('Your profile');
  });
});

it('a repeat is answered by another process too', async () => {
  const { visitor, action, fields, effects } = await consentForm('allow', 'consent_granted');
  const first = await visitor.post(action, fields);
  const led = await visitor.in(other).post(action, fields);
  expect([led.location, await effects()]).toEqual([first.location, 1]);
});
