import { serviceRoutes } from '@halyard/contracts';
import { CONSOLE_COOKIE } from '@halyard/contracts/console';
import { DomainError, newId } from '@halyard/core';
import { Bytes, errorAnswer } from '@halyard/http';
import { until } from '@halyard/testing/waiting';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { fact } from '../../test/fakes.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const MINUTE_MS = 60_000;

describe('requests of pages of the console', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: fact(null) }));
  const { services, clock } = stage;
  let secret: string;
  let session: string;
  /** Whether the console knows the session. */
  let isThere: boolean;

  const answer = async (path: string) => {
    if (path !== serviceRoutes.admitConsoleRequest.path)
      return { status: 200, body: { type: 'raw' as const, headers: {}, body: '{}' } };
    if (!isThere) return errorAnswer(new DomainError('NoSession'));
    const authorization = `Bearer ${await services.token({ sid: session, family: session })}`;
    return { status: 200, body: fact({ authorization, untilMs: clock.system().getTime() + MINUTE_MS }) };
  };
  const send = (method = 'GET', path = '/customers', sent = secret, referer?: string) =>
    stage.gateway.send(method, `/console/api${path}`, {
      token: null,
      headers: { cookie: `other=1; ${CONSOLE_COOKIE}=${sent}`, 'x-console': '1', referer },
    });
  const asked = (): number =>
    services.calls.filter(({ path }) => path === serviceRoutes.admitConsoleRequest.path).length;

  beforeEach(() => {
    secret = newId().replaceAll('-', '').padEnd(43, 'x');
    session = newId();
    isThere = true;
    services.respond = ({ path }) => answer(path);
  });

  it('are answered from memory as long as the console allows, where they only read', async () => {
    for (const _ of [1, 2, 3]) expect((await send()).status).toBe(200);
    expect(asked()).toBe(1);
    clock.advance(MINUTE_MS);
    expect((await send()).status).toBe(200);
    expect(asked()).toBe(2);
  });

  it('leave nothing in the browser, whatever they are answered', async () => {
    for (const answered of [await send(), await send('GET', '/nothing'), await send('POST', '/customers')])
      expect(answered.headers['cache-control']).toBe('no-store');
    isThere = false;
    expect((await send()).headers['cache-control']).toBe('no-store');
  });

  it.each([
    ['/login', 'application/vnd.service.v1.hal+json'],
    ['/login', 'text/html'],
    ['/nothing', 'image/png'],
  ])('are not found at %s, which is no route of theirs, with %s', async (path, accept) => {
    const { status, body } = await stage.gateway.send('GET', `/console/api${path}`, {
      token: null,
      headers: { cookie: `${CONSOLE_COOKIE}=${secret}`, 'x-console': '1', accept },
    });
    expect([status, body.code]).toEqual([404, 'NotFound']);
  });

  it('are the console’s to admit each time, where they change something', async () => {
    await send();
    await send('DELETE', `/webhook-subscriptions/${newId()}`);
    await send('DELETE', `/webhook-subscriptions/${newId()}`);
    expect(asked()).toBe(3);
  });

  it('are the console’s to admit each time, where another page of its origin sends them', async () => {
    const { baseUrl } = stage.gateway.addresses;
    await send();
    await send('GET', '/customers', secret, `${baseUrl}/linking/applications/1`);
    await send('GET', '/customers', secret, 'https://evil.example/console/');
    expect(asked()).toBe(3);
    await send('GET', '/customers', secret, `${baseUrl}/console/customers`);
    expect(asked()).toBe(3);
  });

  it('are remembered of one browser each', async () => {
    await send();
    const other = secret.replace(/x$/, 'y');
    isThere = false;
    expect((await send('GET', '/customers', other)).body.code).toBe('NoSession');
    expect((await send()).status).toBe(200);
  });

  it('are remembered of nobody that has no session', async () => {
    isThere = false;
    expect((await send()).body.code).toBe('NoSession');
    isThere = true;
    expect((await send()).status).toBe(200);
    expect((await stage.gateway.send('GET', '/console/api/customers', { token: null })).status).toBe(200);
    expect(asked()).toBe(3);
  });

  it('end with what auth says has ended', async () => {
    await send();
    isThere = false;
    services.revoke({ kind: 'session', id: session, untilMs: clock.system().getTime() + MINUTE_MS });
    await until('the session has ended', async () => (await send()).body.code === 'NoSession');
  });

  it('go on with the next token where that of before has ended, as with another role, also where they only read', async () => {
    let family = session;
    services.respond = async ({ path, body }) => {
      if (path !== serviceRoutes.admitConsoleRequest.path) return answer(path);
      if ((body as { readonly ended?: string }).ended !== undefined) family = newId();
      const authorization = `Bearer ${await services.token({ sid: family, family })}`;
      return { status: 200, body: fact({ authorization, untilMs: clock.system().getTime() + MINUTE_MS }) };
    };
    expect((await send()).status).toBe(200);
    services.revoke({ kind: 'family', id: session, untilMs: clock.system().getTime() + MINUTE_MS });
    await until('the gateway has heard of it', async () => {
      expect((await send()).status).toBe(200);
      return family !== session;
    });
    expect((await send('POST', '/customers')).status).toBe(200);
  });

  it('end at once when the console gives the browser another cookie', async () => {
    await send();
    isThere = false;
    services.respondBytes = () =>
      Promise.resolve(new Bytes(Readable.from([]), { 'content-length': '0', 'set-cookie': `${CONSOLE_COOKIE}=` }, 303));
    const headers = { cookie: `${CONSOLE_COOKIE}=${secret}` };
    expect((await stage.gateway.send('POST', '/console/logout', { token: null, headers })).status).toBe(303);
    expect((await send()).body.code).toBe('NoSession');
  });

  it('are not remembered by an answer of the console that was on its way when the session ended', async () => {
    const held = Promise.withResolvers<void>();
    services.respond = async ({ path }) => {
      const given = await answer(path);
      if (path === serviceRoutes.admitConsoleRequest.path) await held.promise;
      return given;
    };
    services.respondBytes = () =>
      Promise.resolve(new Bytes(Readable.from([]), { 'content-length': '0', 'set-cookie': `${CONSOLE_COOKIE}=` }, 303));
    const early = send();
    await services.called(1);
    isThere = false;
    const headers = { cookie: `${CONSOLE_COOKIE}=${secret}` };
    await stage.gateway.send('POST', '/console/logout', { token: null, headers });
    held.resolve();
    expect((await early).status).toBe(200);
    expect((await send()).body.code).toBe('NoSession');
  });
});
