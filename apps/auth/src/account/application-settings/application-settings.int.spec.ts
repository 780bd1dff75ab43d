import { randomBytes, randomUUID } from 'node:crypto';
import type { ApplicationPrincipal } from '@halyard/contracts';
import { newId } from '@halyard/core';
import { applicationPrincipal, servicePrincipal, startTestService, type TestService } from '@halyard/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { authService } from '../../../test/support/auth-service.js';

const LOCALHOST = ['http://localhost:*', 'https://localhost:*'];

describe.each([
  ['sandbox', LOCALHOST],
  ['production', []],
])('settings of an application in %s', (ENVIRONMENT, origins) => {
  let auth: TestService;
  let principal: ApplicationPrincipal;
  beforeAll(async () => {
    auth = await startTestService(authService, {
      env: {
        ...{ ENVIRONMENT, PUBLIC_BASE_URL: 'https://pay.example' },
        ...{ MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@pay.example' },
      },
    });
  });
  afterAll(() => auth.stop());
  beforeEach(async () => {
    const key = randomUUID();
    const body = { name: 'Shop', application: { key, secret: randomBytes(32).toString('base64url') } };
    const opened = await auth.call('POST', '/accounts', { body, principal: servicePrincipal('gateway') });
    const accountId = opened.body.type === 'created' ? opened.body.resource.id : '';
    principal = { ...applicationPrincipal({ accountId, scopes: ['funding'] }), applicationId: key };
  });

  const read = () => auth.call('GET', '/application-settings', { principal });
  const change = (body: object) => auth.call('POST', '/application-settings', { principal, body });
  const ask = (id = principal.applicationId, service = 'funding-sources' as 'funding-sources' | 'transfers') =>
    auth.call('GET', `/internal/applications/${id}`, { principal: servicePrincipal(service) });

  it('begin with the origins of pages that are being built, in the sandbox alone', async () => {
    expect((await read()).body).toMatchObject({ kind: 'application-settings', attributes: { origins } });
  });

  it('are changed as a whole, kept as browsers write them, and told to who asks', async () => {
    const given = ['https://shop.example', 'https://shop.example:443', 'http://localhost:3000'];
    const kept = ['https://shop.example', 'http://localhost:3000'];
    expect((await change({ origins: given })).body).toMatchObject({ attributes: { origins: kept } });
    expect((await read()).body).toMatchObject({ attributes: { origins: kept } });
    const { applicationId, accountId } = principal;
    expect((await ask()).body).toMatchObject({ fact: { applicationId, accountId, origins: kept } });
    expect((await change({ origins: [] })).body).toMatchObject({ attributes: { origins: [] } });
    const changes = (await auth.recorded(accountId)).filter(({ type }) => type.includes('application-settings'));
    expect(changes.map(({ sequence, data }) => [sequence, data])).toMatchObject([
      [2, { accountId, applicationId, origins: kept, fact: { partyId: accountId, version: 2 } }],
      [3, { accountId, applicationId, origins: [], fact: { partyId: accountId, version: 3 } }],
    ]);
  });

  it.each([1, 80, 65_535])('may name any port of a host: %i', async (port) => {
    const given = `https://shop.example:${port}`;
    expect((await change({ origins: [given] })).body).toMatchObject({ attributes: { origins: [given] } });
  });

  it.each([
    ['a path', ['https://shop.example/pay'], '/origins/0'],
    ['no TLS', ['http://shop.example'], '/origins/0'],
    ['any host', ['https://*.example'], '/origins/0'],
    ['any port of another host', ['https://shop.example:*'], '/origins/0'],
    ['no port', ['https://shop.example:0'], '/origins/0'],
    ['a port beyond the last', ['https://shop.example:65536'], '/origins/0'],
    ['capital letters', ['https://Shop.example'], '/origins/0'],
    ['an address', ['https://192.0.2.1'], '/origins/0'],
    ['no scheme', ['shop.example'], '/origins/0'],
    ['null', ['null'], '/origins/0'],
    ['no text', [1], '/origins/0'],
    ['one of several', ['https://shop.example', 'shop.example'], '/origins/1'],
    ['no list', 'https://shop.example', '/origins'],
    ['one too many', Array.from({ length: 21 }, (_, index) => `https://shop${index}.example`), '/origins'],
    ['nothing', undefined, '/origins'],
  ])('refuse %s', async (_, wrong, path) => {
    const { status, body } = await change({ origins: wrong });
    expect([status, body]).toMatchObject([400, { faults: [{ path }] }]);
  });

  it('are told to funding-sources alone, and only of applications that may act', async () => {
    expect((await ask(newId())).status).toBe(404);
    expect((await ask(principal.applicationId, 'transfers')).status).toBe(403);
    await auth.dataSource.query(`UPDATE applications SET status = 'suspended' WHERE id = $1`, [
      principal.applicationId,
    ]);
    expect((await ask()).status).toBe(404);
  });
});
