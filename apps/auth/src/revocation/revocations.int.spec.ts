import type { RevocationPage } from '@halyard/contracts/authorization';
import { newId } from '@halyard/core';
import { servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authService } from '../../test/support/auth-service.js';
import { Revocations } from './revocations.js';

const HOUR_MS = 3_600_000;

describe('the list of what has ended', () => {
  let auth: TestService;
  let revocations: Revocations;
  beforeAll(async () => {
    auth = await startTestService(authService);
    revocations = auth.get(Revocations);
  });
  afterAll(() => auth.stop());
  let number: number;
  beforeEach(async () => {
    number = (await read(0)).number;
  });

  async function read(after: number, wait = 0, service = auth): Promise<RevocationPage> {
    const query = { after: String(after), wait: String(wait) };
    const { body } = await service.call('GET', '/internal/revocations', {
      query,
      principal: servicePrincipal('gateway'),
    });
    if (body.type !== 'fact') throw new Error(JSON.stringify(body));
    return body.fact as RevocationPage;
  }
  const end = (...[kind, ...ids]: readonly [Parameters<Revocations['end']>[1], ...string[]]) =>
    auth.dataSource.transaction((tx) => revocations.end(tx, kind, ...ids));
  const namesIn = ({ revocations: ended }: RevocationPage) => ended.map(({ kind, id }) => `${kind} ${id}`);

  it('tells each once, in an order, with the time until which it matters', async () => {
    const ids = [newId(), newId()].sort();
    await end('token', ...ids);
    await end('family', 'another');
    const page = await read(number);
    expect(namesIn(page)).toEqual([...ids.map((id) => `token ${id}`), 'family another']);
    const lifeMs = (page.revocations[0]?.untilMs ?? 0) - auth.clock.system().getTime();
    expect(lifeMs).toBeGreaterThanOrEqual(HOUR_MS);
    expect(page.revocations[0]).not.toHaveProperty('beforeMs');
    expect(await read(page.number)).toEqual({ number: page.number, revocations: [], isReset: false });
  });

  it('replaces what it has, under a higher number, and lets it begin again only where that is said', async () => {
    const { dataSource, clock } = auth;
    const [first, second] = [clock.system(), new Date(clock.system().getTime() + 5)];
    const before = async () => (await read(number)).revocations.map(({ beforeMs }) => beforeMs);
    await revocations.endBefore(dataSource.manager, 'family', 'f', second);
    await revocations.endBefore(dataSource.manager, 'family', 'f', first);
    expect(await before()).toEqual([second.getTime()]);
    await end('family', 'f');
    await revocations.endBefore(dataSource.manager, 'family', 'f', second);
    expect(await before()).toEqual([undefined]);
    await revocations.revive(dataSource.manager, 'family', 'f');
    expect(await before()).toEqual([clock.system().getTime()]);
  });

  it('loses none that commit out of order, at the same time', async () => {
    let commitLate = (): void => undefined;
    const late = auth.dataSource.transaction(async (tx) => {
      await revocations.end(tx, 'session', 'late');
      await new Promise<void>((resolve) => (commitLate = resolve));
    });
    await end('session', 'early');
    const first = await read(number);
    expect(namesIn(first)).toEqual(['session early']);
    commitLate();
    await late;
    expect(namesIn(await read(first.number))).toEqual(['session late']);

    const ids = Array.from({ length: 40 }, () => newId());
    await Promise.all(ids.map((id) => end('token', id)));
    const found: string[] = [];
    for (let after = first.number + 1; found.length < ids.length;) {
      const page = await read(after);
      found.push(...page.revocations.map(({ id }) => id));
      after = page.number;
    }
    expect(found.sort()).toEqual(ids.sort());
  });

  it('answers who waits as soon as something has ended, through any process', async () => {
    const other = await startTestService(authService, { beside: auth });
    const waiting = [read(number, 5), read(number, 5, other)];
    await end('person', 'p');
    expect((await Promise.all(waiting)).map(namesIn)).toEqual([['person p'], ['person p']]);
    // Who still waits when it stops is answered, too.
    const page = await read(number);
    const last = read(page.number, 5, other);
    await other.stop();
    expect((await last).revocations).toEqual([]);
  });

  it('is read from its beginning where its database went back', async () => {
    expect(await read(number + 1_000_000)).toEqual({ number: 0, revocations: [], isReset: true });
  });

  it('leaves out what is over', async () => {
    await end('token', 'over');
    auth.clock.advance(2 * HOUR_MS);
    await end('token', 'current');
    expect(namesIn(await read(0))).toEqual(['token current']);
  });

  it('says of a token by what it has ended', async () => {
    const at = auth.clock.system();
    await end('account', 'a');
    await revocations.endBefore(auth.dataSource.manager, 'family', 'g', at);
    const check = async (issuedAtMs: number, ...names: readonly [string, string][]) => {
      const body = { issuedAtMs, names: names.map(([kind, id]) => ({ kind, id })) };
      const principal = servicePrincipal('gateway');
      return (await auth.call('POST', '/internal/revocations/checks', { body, principal })).body;
    };
    expect(await check(0, ['token', 't'], ['account', 'a'])).toMatchObject({ fact: { ended: 'account' } });
    expect(await check(at.getTime() - 1, ['family', 'g'])).toMatchObject({ fact: { ended: 'family' } });
    expect(await check(at.getTime(), ['family', 'g'], ['token', 't'])).toMatchObject({ fact: {} });
  });
});
