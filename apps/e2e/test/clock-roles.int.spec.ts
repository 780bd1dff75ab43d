// Runs: embedded
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sandboxClockRoutes } from '@halyard/contracts/sandbox-clock';
import { personRoles } from '@halyard/contracts/people';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ClockAccount, openUnusedAccount } from './support/clock-account.js';
import { idOf } from './support/journeys.js';
import { invitedPerson, type Login } from './support/people.js';
import { RoleAsker } from './support/role-answers.js';
import { SharedSuite } from './support/shared-suite.js';

/** Bodies that change nothing of a clock that stands, by the route that takes them. */
const BODIES: Readonly<Record<string, object>> = {
  changeSandboxClock: { mode: 'frozen' },
  advanceSandboxClock: { by: 'PT1S' },
  stopSandboxClockAdvance: {},
};
const ALLOWED = {
  getSandboxClock: 200,
  changeSandboxClock: 200,
  advanceSandboxClock: 201,
  listSandboxClockAdvances: 200,
  getSandboxClockAdvance: 200,
  // The advance has ended: its state refuses this, and not the role.
  stopSandboxClockAdvance: '403 InvalidResourceState',
  getSandboxQuiet: 200,
};
const FORBIDDEN = '403 Forbidden';
const READS_ONLY = {
  ...ALLOWED,
  changeSandboxClock: FORBIDDEN,
  advanceSandboxClock: FORBIDDEN,
  stopSandboxClockAdvance: FORBIDDEN,
};

describe('the routes of a clock', () => {
  let shared: SharedSuite;
  let account: ClockAccount;
  let asker: RoleAsker;

  beforeAll(async () => {
    shared = await SharedSuite.join('clock roles');
    account = new ClockAccount(await openUnusedAccount(shared.operator, 'clock roles'));
    await account.change({ mode: 'frozen' });
    const advance = await account.begin({ by: 'PT1S' });
    await account.ended(advance);
    const asked = { routes: sandboxClockRoutes, bodies: BODIES };
    asker = await RoleAsker.open(account.client, asked, idOf(advance));
  });
  afterAll(async () => {
    await asker.close();
    await account.close();
    await shared.leave();
  });

  it.each([
    ['owner', ALLOWED],
    ['treasurer', ALLOWED],
    ['member', READS_ONLY],
    ['viewer', READS_ONLY],
  ] as const)('are open to a person as %s as far as the role moves money', async (role, expected) => {
    const login = await invitedPerson(shared.suite, account.client, role);
    expect(await asker.answersForPerson(login)).toEqual(expected);
  });

  it('are open to an operator for reading, in the operator’s own account', async () => {
    expect(personRoles).toEqual(['viewer', 'member', 'treasurer', 'owner', 'operator']);
    const { operator } = JSON.parse(await readFile(join(shared.suite.dataDir, 'demo.json'), 'utf8')) as {
      readonly operator: Login;
    };
    const expected = { ...READS_ONLY, getSandboxClockAdvance: '404 NotFound' };
    expect(await asker.answersForPerson(operator)).toEqual(expected);
  });

  it.each([
    ['read', READS_ONLY],
    ['write', READS_ONLY],
    ['read-write-transact', ALLOWED],
  ] as const)('are open to an application as far as it may: %s', async (permissions, expected) => {
    expect(await asker.answersForApplication(permissions, ['transactions'])).toEqual(expected);
  });

  it('show nothing of another account’s advances', async () => {
    const token = await shared.client.accessToken();
    expect(await asker.answersFor(token)).toMatchObject({
      getSandboxClockAdvance: '404 NotFound',
      stopSandboxClockAdvance: '404 NotFound',
    });
    expect((await shared.client.get('/sandbox-clock/advances')).body.total).toBe(1);
  });
});
