import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { FakeIdentityProvider, sendJson } from '../../../test/identity-provider.js';
import { HttpIdentityChecks } from './http-identity-checks.js';
import { identityChecksBehaviour } from './identity-checks.behaviour.js';

describe('a provider of identity checks over HTTP', () => {
  const provider = new FakeIdentityProvider();
  const logged: unknown[] = [];
  let checks: HttpIdentityChecks;
  let url: string;
  beforeAll(async () => {
    url = await provider.start();
    checks = new HttpIdentityChecks({ url, key: 'secret-key' }, { warn: (...entry: unknown[]) => logged.push(entry) });
  });
  beforeEach(() => {
    provider.answer();
    logged.length = 0;
    provider.seen.length = 0;
  });
  afterAll(() => provider.stop());

  const identity = { firstName: 'Wilhelmina', lastName: 'Secret', ssn: '123456789', address: { city: 'Ames' } };
  const request = () => ({ id: newId(), subject: 'person' as const, isSecond: false, identity });

  identityChecksBehaviour(() => checks);

  it('is told what is checked, under the id of the check', async () => {
    const asked = request();
    await checks.check(asked);
    expect(provider.seen).toEqual([
      { id: asked.id, authorization: 'Bearer secret-key', body: { subject: 'person', attempt: 1, identity } },
    ]);
  });

  it('says why, in words that are bounded', async () => {
    provider.answer((response) => sendJson(response, { outcome: 'papers-needed', reasons: ['EINMismatch'] }));
    expect(await checks.check(request())).toEqual({ outcome: 'ask for papers', reasons: ['EINMismatch'] });
    provider.answer((response) => sendJson(response, { outcome: 'passed', reasons: ['x'.repeat(65)] }));
    expect(await checks.check(request())).toEqual({ outcome: 'review', reasons: [] });
  });

  it.each([
    ['has not made up its mind', (response) => sendJson(response, { outcome: 'pending' })],
    ['fails', (response) => sendJson(response, { outcome: 'passed' }, 500)],
    ['refuses what it is sent', (response) => sendJson(response, { error: 'Wilhelmina 123456789' }, 422)],
    ['answers something else', (response) => response.end('Wilhelmina <html>')],
    ['answers another word', (response) => sendJson(response, { outcome: 'splendid' })],
    ['sends us elsewhere', (response) => response.writeHead(307, { location: `${url}checks/x` }).end()],
    ['answers without end', (response) => response.end(`"${'x'.repeat(100_000)}"`)],
    ['hangs up', (response) => response.destroy()],
    [
      'hangs up within its answer',
      (response) => {
        response.writeHead(200, { 'content-length': 100 }).flushHeaders();
        response.write('{"outcome":');
        response.destroy();
      },
    ],
  ] satisfies [string, Parameters<FakeIdentityProvider['answer']>[0]][])(
    'leaves a check open where it %s, and nothing personal in the log',
    async (_, answer) => {
      provider.answer(answer);
      expect(await checks.check(request())).toEqual({ outcome: 'review', reasons: [] });
      for (const secret of ['Wilhelmina', 'Secret', '123456789', 'secret-key']) {
        expect(JSON.stringify(logged)).not.toContain(secret);
      }
    },
  );

  it('leaves a check open where no answer comes in time, or nobody is there', async () => {
    provider.answer(() => undefined);
    const hasty = new HttpIdentityChecks({ url, key: 'k', timeoutMs: 50 }, { warn: () => undefined });
    expect(await hasty.check(request())).toEqual({ outcome: 'review', reasons: [] });
    const nobody = new HttpIdentityChecks({ url: 'http://127.0.0.1:1', key: 'k' }, { warn: () => undefined });
    expect(await nobody.check(request())).toEqual({ outcome: 'review', reasons: [] });
  });
});
