import { randomUUID } from 'node:crypto';
import { newId } from '@halyard/core';
import { applicationPrincipal, startTestService, type TestService } from '@halyard/testing';
import { until } from '@halyard/testing/waiting';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { TOTP } from 'otpauth';
import { authService } from './support/auth-service.js';
import { DeviceGrants } from '../src/device-grant/device-grants.js';
import { GuessLimits } from '../src/guess/guess-limits.js';
import { IssuedAccessTokens } from '../src/issued-token/issued-access-tokens.js';
import { Passwords } from '../src/password/passwords.js';
import { Person } from '../src/person/person.entity.js';
import { newSeed } from '../src/second-factor/one-time-codes.js';
import { Passkey } from '../src/second-factor/passkey.entity.js';
import { SecondFactor } from '../src/second-factor/second-factor.entity.js';
import { SecondFactors } from '../src/second-factor/second-factors.js';
import type { SeededPerson } from '../src/seed.js';
import { Session } from '../src/session/session.entity.js';
import { FirstTokens } from '../src/token-family/first-tokens.js';
import { FirstParty, type DeviceCodes } from './support/first-party.js';
import { PagesStage, PASSWORD } from './support/pages-stage.js';
import { RelyingParty } from './support/relying-party.js';
import type { Visitor } from './support/visitor.js';

const MINUTE_MS = 60_000;
const OTHER = 'nineteen yellow herons';
const CHOSEN = { 'new-password': 'seventeen purple otters', 'repeated-password': 'seventeen purple otters' };

/** What the table of docs/how-to/keep-log-ins-safe.md has a column for. */
const kinds = [
  'own session',
  'other session',
  'pending log-in',
  'console code',
  'command line code',
  'integration code',
  'device code',
  'console tokens',
  'console access',
  'command line tokens',
  'command line access',
  'integration tokens',
  'integration access',
  'reset link',
] as const;
type Kind = (typeof kinds)[number];

const WAITING: readonly Kind[] = ['console code', 'command line code', 'integration code', 'device code'];
const OF_SESSION: readonly Kind[] = ['own session', ...WAITING, 'console tokens', 'console access'];
const OF_ALL: readonly Kind[] = [...OF_SESSION, 'pending log-in', 'command line tokens', 'command line access'];

interface Tokens {
  readonly access: string;
  readonly refresh: string;
}

/** A person with everything that can end. */
interface Everything {
  readonly person: SeededPerson;
  readonly colleague: SeededPerson;
  readonly seed: string;
  readonly passkeyId: string;
  /** In which everything waits and was allowed. */
  readonly own: Visitor;
  readonly ownSession: string;
  readonly other: Visitor;
  readonly pending: Visitor;
  readonly consoleCode: string;
  readonly programCode: string;
  readonly integrationCode: string;
  readonly device: DeviceCodes;
  readonly console: Tokens;
  readonly program: Tokens;
  readonly integration: Tokens;
  readonly resetLink: string;
}

let stage: PagesStage;
let second: TestService;
let ours: FirstParty;
let integration: RelyingParty;
beforeAll(async () => {
  stage = await PagesStage.open();
  second = await startTestService(authService, { beside: stage.auth.service });
  ours = await FirstParty.register(stage, await stage.auth.openAccount({ operator: true }));
  integration = await RelyingParty.register(stage);
});
afterAll(async () => {
  await second.stop();
  await stage.close();
});

const manager = () => stage.auth.dataSource.manager;
const tokensOf = (body: Readonly<Record<string, unknown>>): Tokens => ({
  access: String(body['access_token']),
  refresh: String(body['refresh_token']),
});
const codeOf = (seed: string): string =>
  new TOTP({ secret: seed }).generate({ timestamp: stage.auth.clock.system().getTime() });

async function everything(): Promise<Everything> {
  const person = await stage.newPerson();
  const { personId, email, accountId } = person;
  const colleague = await stage.newPerson({ accountId });
  const [own, other, pending] = [await stage.loggedIn(person), await stage.loggedIn(person), stage.visitor()];
  const [, { id: ownSession } = { id: '' }] = await manager().find(Session, {
    where: { personId },
    order: { id: 'DESC' },
  });
  const [seed, passkeyId] = [newSeed(), newId()];
  const factors = stage.auth.service.get(SecondFactors);
  await stage.auth.dataSource.transaction((tx) => factors.turnOn(tx, personId, seed, codeOf(seed)));
  await manager().insert(Passkey, {
    ...{ id: passkeyId, personId, credentialId: randomUUID(), publicKey: Buffer.alloc(8), counter: '0' },
    createdAt: stage.auth.clock.system(),
  });
  stage.auth.clock.advance(MINUTE_MS);
  await pending.send('/login', { email, password: PASSWORD });
  await stage.visitor().send('/password-resets', { email });
  const resetLink = await stage.linkTo(email, /password/i);
  const [program, granted] = [await ours.allowed(own), await integration.authorized(own)];
  const [consoleTokens, programTokens, integrationTokens] = [
    (await ours.exchange(ours.console, await ours.consoleCode(own))).body,
    (await ours.exchange(ours.commandLine(), program.code)).body,
    (await integration.exchange(granted['code'])).body,
  ];
  const device = await ours.beginDevice();
  await ours.answerDevice(own, device);
  const codes = {
    consoleCode: await ours.consoleCode(own),
    programCode: (await ours.allowed(own)).code,
    integrationCode: (await integration.authorized(own))['code'] ?? '',
  };
  stage.auth.clock.advance(1);
  return {
    ...{ person, colleague, seed, passkeyId, own, ownSession, other, pending, device, resetLink },
    ...codes,
    console: tokensOf(consoleTokens),
    program: tokensOf(programTokens),
    integration: tokensOf(integrationTokens),
  };
}

const isOk = ({ status }: { readonly status: number }): boolean => status === 200;
const stands = async ({ access }: Tokens): Promise<boolean> =>
  (await stage.auth.service.get(IssuedAccessTokens).standing(access)) !== undefined;
const isRefreshed = async (client: 'console' | 'command line', { refresh }: Tokens): Promise<boolean> =>
  isOk(await ours.refresh(client === 'console' ? ours.console : ours.commandLine(), refresh));
const isRefreshedByOthers = async ({ refresh }: Tokens): Promise<boolean> =>
  isOk(await integration.token({ grant_type: 'refresh_token', refresh_token: refresh }));

/** Whether each goes on, in an order in which no question disturbs the next. */
const goesOn: Readonly<Record<Kind, (all: Everything) => Promise<boolean>>> = {
  'console code': async ({ consoleCode }) => isOk(await ours.exchange(ours.console, consoleCode)),
  'command line code': async ({ programCode }) => isOk(await ours.exchange(ours.commandLine(), programCode)),
  'integration code': async ({ integrationCode }) => isOk(await integration.exchange(integrationCode)),
  'device code': async ({ device }) => isOk(await ours.poll(device.device_code)),
  'console access': ({ console }) => stands(console),
  'command line access': ({ program }) => stands(program),
  'integration access': ({ integration: tokens }) => stands(tokens),
  'console tokens': ({ console }) => isRefreshed('console', console),
  'command line tokens': ({ program }) => isRefreshed('command line', program),
  'integration tokens': ({ integration: tokens }) => isRefreshedByOthers(tokens),
  'own session': async ({ ownSession }) => {
    const session = await manager().findOneBy(Session, { id: ownSession });
    const now = stage.auth.clock.system();
    const isIdle = session && now.getTime() - session.seenAt.getTime() >= 30 * MINUTE_MS;
    return session !== null && session.endedAt === null && !isIdle && session.expiresAt > now;
  },
  'other session': async ({ other }) => isOk(await other.get('/me')),
  'pending log-in': async ({ pending }) => isOk(await pending.get('/login/second-factor')),
  'reset link': async ({ resetLink }) => isOk(await stage.visitor().get(resetLink)),
};

async function ended(all: Everything): Promise<readonly Kind[]> {
  const found: Kind[] = [];
  for (const [kind, question] of Object.entries(goesOn)) if (!(await question(all))) found.push(kind as Kind);
  return found.sort();
}

const operate = (path: string, body: object = {}) =>
  stage.auth.service.call('POST', `/operations/people/${path}`, { body, principal: applicationPrincipal() });
const remove = ({ person: { accountId, personId }, colleague }: Everything) =>
  stage.auth.service.call('POST', `/people/${personId}`, {
    body: { removed: true },
    principal: applicationPrincipal({ accountId, ...stage.freshly(colleague.personId) }),
  });

interface Act {
  readonly does: (all: Everything) => Promise<{ readonly status: number }>;
  readonly ends: readonly Kind[];
  /** A right password that is being checked meanwhile is worth nothing afterwards. */
  readonly outdatesPassword?: true;
  /** Before anything is looked at. */
  readonly then?: (all: Everything) => Promise<unknown>;
}

const acts: Readonly<Record<string, Act>> = {
  'a log-out': { does: ({ own }) => own.send('/logout', { answer: 'leave' }), ends: OF_SESSION },
  'End session': {
    does: ({ other, ownSession }) => other.send('/me', {}, { action: `/me/sessions/${ownSession}` }),
    ends: OF_SESSION,
  },
  'another log-in in the same browser': {
    does: async ({ own, person: { email } }) => {
      const { location: then = '' } = await own.get(ours.authPath(ours.console, { prompt: 'login' }));
      return own.send(then, { email, password: PASSWORD, then }, { action: '/login' });
    },
    ends: OF_SESSION,
  },
  'half an hour without a sign of life': {
    does: async ({ ownSession: id }) => {
      const seenAt = new Date(stage.auth.clock.system().getTime() - 30 * MINUTE_MS);
      await manager().update(Session, { id }, { seenAt });
      return { status: 200 };
    },
    ends: OF_SESSION.filter((kind) => kind !== 'console access'),
  },
  'the end of the twelve hours': {
    does: async ({ ownSession: id }) => {
      await manager().update(Session, { id }, { expiresAt: stage.auth.clock.system() });
      return { status: 200 };
    },
    ends: OF_SESSION.filter((kind) => kind !== 'console access'),
  },
  'a changed password': {
    does: ({ other }) => other.send('/me/password', { 'present-password': PASSWORD, ...CHOSEN }),
    ends: [...OF_ALL, 'reset link'],
    outdatesPassword: true,
  },
  'a reset': {
    does: ({ resetLink }) => stage.visitor().send(resetLink, { ...CHOSEN }),
    ends: [...OF_ALL, 'other session', 'reset link'],
    outdatesPassword: true,
  },
  'a removed authenticator': {
    does: ({ other }) => other.send('/me/authenticator', { answer: 'off' }),
    ends: OF_ALL,
  },
  'a removed passkey': {
    does: ({ other, passkeyId }) => other.send('/me', {}, { action: `/me/passkeys/${passkeyId}` }),
    ends: OF_ALL,
  },
  'factors reset by an operator': {
    does: ({ person }) => operate(`${person.personId}/factor-resets`),
    ends: [...OF_ALL, 'other session'],
  },
  'a suspension that is over': {
    does: ({ person }) => operate(`${person.personId}/suspensions`, { reason: 'Case 17.' }),
    ends: [...OF_ALL, 'other session', 'integration access'],
    outdatesPassword: true,
    then: ({ person }) => operate(`${person.personId}/reinstatements`),
  },
  'a removal from one of several accounts': {
    does: async (all) => {
      await stage.newPerson({ email: all.person.email });
      return remove(all);
    },
    ends: [
      ...WAITING,
      ...(['console tokens', 'console access', 'command line tokens', 'command line access'] as const),
      ...(['integration tokens', 'integration access'] as const),
    ],
  },
  'a removal from the last account': { does: remove, ends: kinds, outdatesPassword: true },
  'End session of the command line': {
    does: async ({ other, person: { personId } }) => {
      const id = (await manager().find(Session, { where: { personId } })).find(
        ({ applicationId }) => applicationId !== null,
      )?.id;
      return other.send('/me', {}, { action: `/me/sessions/${id}` });
    },
    ends: ['command line tokens', 'command line access'],
  },
  'Disconnect of the integration': {
    does: ({ other }) => other.send('/me', {}, { action: `/me/applications/${integration.id}` }),
    ends: ['integration code', 'integration tokens', 'integration access'],
  },
};

const table = Object.entries(acts);
const isServed = ({ status }: { readonly status: number }): boolean => status < 400;

describe.each(table)('%s', (_, { does, ends, outdatesPassword, then }) => {
  it('ends what it says, and nothing else', async () => {
    const all = await everything();
    expect(isServed(await does(all))).toBe(true);
    await then?.(all);
    expect(await ended(all)).toEqual([...ends].sort());
  });

  it('ends it also while it is used in another process', async () => {
    const all = await everything();
    const { person, consoleCode, programCode, integrationCode, device, pending, seed, own } = all;
    const { email } = person;
    const late = await ours.beginDevice();
    const browser = stage.visitor().in(second);
    const [, console, program, others, polled, loggedIn, completed] = await Promise.all([
      does(all),
      ours.exchange(ours.console, consoleCode, second),
      ours.exchange(ours.commandLine(), programCode, second),
      integration.exchange(integrationCode, {}, 'post', second),
      ours.poll(device.device_code, second),
      browser.send('/login', { email, password: PASSWORD }),
      pending.in(second).send('/login/second-factor', { code: codeOf(seed) }),
      ours.answerDevice(own.in(second), late),
    ]);
    for (const { status } of [console, program, others, polled, loggedIn, completed]) expect(status).toBeLessThan(500);
    await then?.(all);
    const isEnded = (kind: Kind) => ends.includes(kind);
    if (isEnded('console tokens')) expect(await isRefreshed('console', tokensOf(console.body))).toBe(false);
    if (isEnded('command line tokens') && isEnded('command line code'))
      for (const { body } of [program, polled, await ours.poll(late.device_code)])
        expect(await isRefreshed('command line', tokensOf(body))).toBe(false);
    if (isEnded('integration tokens')) expect(await isRefreshedByOthers(tokensOf(others.body))).toBe(false);
    if (isEnded('pending log-in')) expect(isOk(await pending.get('/me'))).toBe(false);
    if (outdatesPassword) expect(['/login', undefined]).toContain((await browser.get('/login/second-factor')).location);
  });
});

const undo: (() => void)[] = [];

/** Runs an act once, between what the second process has looked up or proved and what it does with it. */
function meanwhile<Service extends object, Method extends keyof Service & string>(
  type: new (...given: never[]) => Service,
  method: Method,
  act: () => Promise<unknown>,
): void {
  const service = second.get(type);
  const original = service[method] as (...given: unknown[]) => Promise<unknown>;
  let isDone = false;
  const spied = async (...given: unknown[]): Promise<unknown> => {
    const result = await original.apply(service, given);
    if (!isDone) {
      isDone = true;
      await act();
    }
    return result;
  };
  const spy = jest.spyOn(service, method as never).mockImplementation(spied as never);
  undo.push(() => spy.mockRestore());
}

const OUTDATING = ['a changed password', 'a reset', 'a suspension that is over'] as const;
const ENDING = [...OUTDATING, 'factors reset by an operator'] as const;

describe('what was proved before', () => {
  afterEach(() => {
    for (const restore of undo.splice(0)) restore();
  });
  const runs = (name: string, all: Everything) => async (): Promise<void> => {
    expect(await acts[name]?.does(all).then(isServed)).toBe(true);
  };

  it.each(OUTDATING)('%s begins no session by the old password', async (name) => {
    const all = await everything();
    const visitor = stage.visitor().in(second);
    meanwhile(Passwords, 'check', runs(name, all));
    const { email } = all.person;
    expect((await visitor.send('/login', { email, password: PASSWORD })).status).toBe(401);
    expect((await visitor.get('/login/second-factor')).location).toBe('/login');
  });

  it('an authenticator that was turned on is asked for at a log-in that began before', async () => {
    const { email, personId } = await stage.newPerson();
    const seed = newSeed();
    meanwhile(Passwords, 'check', () =>
      stage.auth.dataSource.transaction((tx) =>
        stage.auth.service.get(SecondFactors).turnOn(tx, personId, seed, codeOf(seed)),
      ),
    );
    const { location } = await stage.visitor().in(second).send('/login', { email, password: PASSWORD });
    expect(location).toBe('/login/second-factor');
  });

  it('a hash that another log-in has renewed is as good as before', async () => {
    const { email, personId } = await stage.newPerson();
    const renew = async () => {
      const passwordHash = await stage.auth.service.get(Passwords).hash(PASSWORD);
      await manager().update(Person, { id: personId }, { passwordHash });
    };
    meanwhile(Passwords, 'check', renew);
    const { location } = await stage.visitor().in(second).send('/login', { email, password: PASSWORD });
    expect(location).toBe('/me');
  });

  it.each(ENDING)('%s lets no second step complete a log-in, and uses up no code', async (name) => {
    const all = await everything();
    const { pending, person, seed } = all;
    const { lastStep } = await manager().findOneByOrFail(SecondFactor, { personId: person.personId });
    meanwhile(GuessLimits, 'begin', runs(name, all));
    const { status } = await pending.in(second).send('/login/second-factor', { code: codeOf(seed) });
    expect([401, 403]).toContain(status);
    expect((await pending.get('/me')).location).toBe('/login');
    const factor = await manager().findOneBy(SecondFactor, { personId: person.personId });
    expect(factor?.lastStep ?? lastStep).toBe(lastStep);
  });

  it.each(['a reset', 'a suspension that is over'])('%s leaves no changed password behind', async (name) => {
    const all = await everything();
    meanwhile(Passwords, 'check', runs(name, all));
    const changed = { 'present-password': PASSWORD, 'new-password': OTHER, 'repeated-password': OTHER };
    expect((await all.other.in(second).send('/me/password', changed)).status).toBe(403);
  });

  it('a password that was changed meanwhile is not the present one any more', async () => {
    const { own, other, person } = await everything();
    meanwhile(Passwords, 'check', async () => {
      const passwordHash = await stage.auth.service.get(Passwords).hash(OTHER);
      await manager().update(Person, { id: person.personId }, { passwordHash });
    });
    const answer = await other.in(second).send('/me/password', { 'present-password': PASSWORD, ...CHOSEN });
    expect([answer.status, answer.html.includes('This is not your present password.')]).toEqual([400, true]);
    expect((await own.get('/me')).status).toBe(200);
  });

  it('a reset leaves no authenticator behind that its former user sets up', async () => {
    const person = await stage.newPerson();
    const visitor = await stage.loggedIn(person);
    await stage.visitor().send('/password-resets', { email: person.email });
    const link = await stage.linkTo(person.email, /password/i);
    const page = await visitor.get('/me/authenticator');
    const seed = /class="key">([A-Z2-7 ]+)</.exec(page.html)?.[1]?.replaceAll(' ', '') ?? '';
    const [, sealed = ''] = /name="seed"\s+value="([^"]+)"/.exec(page.html) ?? [];
    const form = { seed: sealed, code: codeOf(seed), 'form-token': page.tokenFor('/me/authenticator') };
    meanwhile(SecondFactors, 'hasAuthenticator', async () => stage.visitor().send(link, CHOSEN));
    expect((await visitor.in(second).post('/me/authenticator', form)).status).toBe(403);
    expect(await manager().existsBy(SecondFactor, { personId: person.personId })).toBe(false);
  });

  it.each(ENDING)('%s lets no device in that is being allowed', async (name) => {
    const all = await everything();
    const late = await ours.beginDevice();
    const page = await all.own.get(`/device?user_code=${late.user_code}`);
    const [, account = ''] = /name="account"\s+value="([^"]*)"/.exec(page.html) ?? [];
    const form = { user_code: late.user_code, account, answer: 'allow', 'form-token': page.tokenFor('/device') };
    meanwhile(DeviceGrants, 'findAsked', runs(name, all));
    expect((await all.own.in(second).post('/device', form)).status).toBe(403);
    expect((await ours.poll(late.device_code)).body).toMatchObject({ error: 'authorization_pending' });
  });

  it.each([...ENDING, 'a removal from the last account', 'a log-out', 'End session'])(
    '%s ends tokens that are being made',
    async (name) => {
      const all = await everything();
      meanwhile(FirstTokens, 'make', runs(name, all));
      const { body } = await ours.exchange(ours.commandLine(), all.programCode, second);
      expect(body).toMatchObject({ error: 'invalid_grant' });
    },
  );
});

it('two links of one person used at once choose one password', async () => {
  const person = await stage.newPerson();
  const { email } = person;
  for (const _ of [1, 2]) await stage.visitor().send('/password-resets', { email });
  const ofPerson = () => stage.letters.filter(({ to }) => to === email);
  await until('two letters', () => ofPerson().length === 2);
  const links = ofPerson().map(({ text }) => new URL(/^https:\S+$/m.exec(text)?.[0] ?? '').pathname);
  const [one = '', other = ''] = links;
  const answers = await Promise.all([
    stage.visitor().send(one, CHOSEN),
    stage.visitor().in(second).send(other, { 'new-password': OTHER, 'repeated-password': OTHER }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
});
