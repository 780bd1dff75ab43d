import { randomUUID } from 'node:crypto';
import { startTestService, type TestService } from '@halyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { FirstParty } from '../../test/support/first-party.js';
import { PagesStage, PASSWORD } from '../../test/support/pages-stage.js';
import { authService } from '../../test/support/auth-service.js';
import { Passwords } from '../password/passwords.js';
import { Membership } from '../person/membership.entity.js';
import { People } from '../person/people.js';
import { RecoveryCode } from '../second-factor/recovery-code.entity.js';
import { newSeed } from '../second-factor/one-time-codes.js';
import { SecondFactors } from '../second-factor/second-factors.js';
import { GuessLimits, type Guesser } from './guess-limits.js';

const AT_ONCE = 50;
const WRONG = 200;

let stage: PagesStage;
let second: TestService;
let ours: FirstParty;
beforeAll(async () => {
  stage = await PagesStage.open();
  second = await startTestService(authService, { beside: stage.auth.service });
  ours = await FirstParty.register(stage, await stage.auth.openAccount({ operator: true }));
});
afterAll(async () => {
  await second.stop();
  await stage.close();
});

/** So many, in turn by each of two processes. */
const many = <Result>(count: number, work: (service: TestService, at: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at % 2 === 0 ? stage.auth.service : second, at)));

const guesser = (given: Partial<Guesser> = {}): Guesser => ({
  ...{ person: randomUUID(), network: randomUUID(), of: 'wrong passwords or codes' },
  ...given,
});

/** Which of these are told to wait. */
async function told(answers: readonly Promise<unknown>[]): Promise<{ answered: number; toWait: number }> {
  const outcomes = await Promise.allSettled(answers);
  const toWait = outcomes.filter(
    (outcome) => outcome.status === 'rejected' && (outcome.reason as { code?: string }).code === 'TooManyRequests',
  ).length;
  return { answered: outcomes.filter(({ status }) => status === 'fulfilled').length, toWait };
}

async function newPeople(count: number): Promise<string[]> {
  const accountId = await stage.auth.openAccount();
  const passwordHash = await stage.auth.service.get(Passwords).hash(PASSWORD);
  return stage.auth.dataSource.transaction(async (tx) => {
    const emails = Array.from({ length: count }, () => `${randomUUID()}@example.com`);
    for (const email of emails) {
      const { id: personId } = await stage.auth.service.get(People).add(tx, { email, name: 'Ada' }, passwordHash);
      await tx.insert(Membership, { accountId, personId, role: 'viewer', createdAt: new Date() });
    }
    return emails;
  });
}

describe('right ones at the same moment all pass:', () => {
  it.each([
    ['passwords of fifty people in one network', AT_ONCE, 1],
    ['passwords of one person in fifty networks', 1, AT_ONCE],
    ['passwords of one person in one network', 1, 1],
  ])('%s', async (_, people, networks) => {
    const emails = await newPeople(people);
    const round = randomUUID();
    const statuses = await many(AT_ONCE, async (service, at) => {
      const visitor = stage.visitor(`${round} ${at % networks}`).in(service);
      return (await visitor.send('/login', { email: emails[at % people] ?? '', password: PASSWORD })).status;
    });
    expect(statuses).toEqual(statuses.map(() => 303));
  });

  it('recovery codes of one person', async () => {
    const { personId, email } = await stage.newPerson();
    const factors = stage.auth.service.get(SecondFactors);
    const seed = newSeed();
    const code = new TOTP({ secret: seed }).generate({ timestamp: stage.auth.clock.system().getTime() });
    const codes = await stage.auth.dataSource.transaction((tx) => factors.turnOn(tx, personId, seed, code));
    const visitors = await Promise.all(
      (codes ?? []).map(async () => {
        const visitor = stage.visitor('one office');
        await visitor.send('/login', { email, password: PASSWORD });
        return visitor;
      }),
    );
    const answers = await many(visitors.length, async (service, at) =>
      visitors[at]?.in(service).send('/login/recovery-code', { code: codes?.[at] ?? '' }),
    );
    expect(answers.map((answer) => answer?.location)).toEqual(answers.map(() => '/me'));
    expect(await stage.auth.dataSource.manager.countBy(RecoveryCode, { personId })).toBe(0);
  });

  it('user codes of one person', async () => {
    const visitor = await stage.loggedIn(await stage.newPerson());
    const codes = await many(AT_ONCE, (service) => ours.beginDevice(service));
    const statuses = await many(AT_ONCE, async (service, at) => {
      const path = `/device?user_code=${codes[at]?.user_code}`;
      return (await visitor.in(service).get(path)).status;
    });
    expect(statuses).toEqual(statuses.map(() => 200));
  });

  it('any others, in one network', async () => {
    const network = randomUUID();
    const passed = await many(WRONG, async (service) =>
      (await service.get(GuessLimits).begin(guesser({ network }))).pass(),
    );
    expect(passed).toHaveLength(WRONG);
  });
});

describe('of wrong ones at the same moment, in two processes,', () => {
  it.each([
    ['one person in one network has five answered', 5, () => ({ person: 'a', network: 'a' })],
    ['many names in one network have 21 answered', 21, (at: number) => ({ person: `b ${at}`, network: 'b' })],
    ['one person in many networks has 51 answered', 51, (at: number) => ({ person: 'c', network: `c ${at}` })],
  ])('%s', async (_, answered, of) => {
    const begun = await many(WRONG, (service, at) => service.get(GuessLimits).begin(guesser(of(at))));
    expect(await told(begun.map((guess) => guess.count()))).toEqual({ answered, toWait: WRONG - answered });
  });

  it('a right one behind enough of them is told to wait as well', async () => {
    const one = guesser();
    const begun = await many(6, (service) => service.get(GuessLimits).begin(one));
    const [right, ...wrong] = begun;
    for (const guess of wrong) await guess.count();
    await expect(right?.pass()).rejects.toMatchObject({
      code: 'TooManyRequests',
      message: 'There were too many wrong passwords or codes. Try again in a second, from 18:00:01 UTC on.',
      detail: { retryAfterSeconds: 1 },
    });
    await expect(second.get(GuessLimits).begin(one)).rejects.toMatchObject({ code: 'TooManyRequests' });
  });

  it('none is refused for another that began later and was counted before', async () => {
    const one = guesser();
    const [early, late] = await many(2, (service) => service.get(GuessLimits).begin(one));
    const now = stage.auth.clock.system();
    stage.auth.clock.advance(1);
    await late?.count();
    stage.auth.clock.set(now);
    await early?.count();
  });
});
