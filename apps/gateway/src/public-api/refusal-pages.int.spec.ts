import type { Route } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { describe, expect, it } from '@jest/globals';
import type { Answer, SentRequest } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';
import { askedByConsole, authorizationPages, consolePages } from '../edge/page-routes.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';
const TOKEN = 't'.repeat(43);

const addressOf = ({ path }: Route): string =>
  path.replace(':token', TOKEN).replace(/:\w+|\*/, '0195b3a0-0000-7000-8000-0000000000c1');
const takenBy = (route: Route): string | undefined => route.takes?.[0];
const named = (route: Route) => [`${route.method} ${route.path}`, route] as const;
const ofAuthorization = authorizationPages.map(named);
const routes = [...ofAuthorization, ...consolePages.map(named)];
const forms = routes.filter(([, { method }]) => method === 'POST');
const linked = routes.filter(([, { path }]) => path.includes(':token'));

describe('a person in a browser is refused by a page', () => {
  const stage = new GatewayStage(() => errorAnswer(new DomainError('NotFound')));

  const open = (method: string, path: string, { headers, ...sent }: SentRequest = {}): Promise<Answer> =>
    stage.gateway.send(method, path, { token: null, ...sent, headers: { accept: BROWSER, ...headers } });
  const read = (answer: Answer) => [answer.status, /<h1 id="heading">(.*)<\/h1>/.exec(answer.text)?.[1]];
  const send = (route: Route, query: string, type = takenBy(route)) =>
    open(route.method, addressOf(route) + query, {
      ...(type !== undefined && { body: 'a=b', headers: { 'content-type': type } }),
    });

  it('under the name of the installation', async () => {
    const gateway = await stage.start({ INSTALLATION_NAME: 'Harbor' });
    const { text } = await gateway.send('GET', '/invitations/x', { token: null, headers: { accept: BROWSER } });
    await gateway.stop();
    expect(text).toContain('<span>Harbor</span>');
  });

  it.each(routes)('for a character that nothing can store, in the query of %s', async (_, route) => {
    const answer = await send(route, '?a=%00');
    expect(read(answer)).toEqual([400, 'This request can’t be read']);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-request-id': expect.any(String),
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it.each(routes)('for a query that is too long for %s', async (_, route) => {
    expect(read(await send(route, `?a=${'x'.repeat(12_300)}`))).toEqual([400, 'This request can’t be read']);
  });

  it.each(routes)('by what the owner of %s answers in JSON', async (_, route) => {
    expect(read(await send(route, ''))).toEqual([404, 'This page does not exist']);
  });

  it.each(ofAuthorization)('for another method than %s', async (_, route) => {
    expect(read(await open('PUT', addressOf(route)))).toEqual([405, 'This page is not opened by its address']);
  });

  it.each(forms)('for another media type of %s', async (_, route) => {
    const answer = await send(route, '', 'text/plain');
    expect(read(answer)).toEqual([415, 'This form can’t be read']);
  });

  it.each(linked)('for a link that was cut off: %s', async (_, route) => {
    for (const token of ['x', TOKEN.slice(1), `${TOKEN}.`, '0195b3a0-0000-7000-8000-0000000000c1'])
      expect(read(await open(route.method, route.path.replace(':token', token)))).toEqual([
        404,
        'This page does not exist',
      ]);
  });

  it.each(linked)('for a link that can not be decoded: %s', async (_, route) => {
    const answer = await open(route.method, route.path.replace(':token', '%ff'));
    expect(read(answer)).toEqual([400, 'This request can’t be read']);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('for a link that is longer than any address', async () => {
    expect(read(await open('GET', `/invitations/${'x'.repeat(5_000)}`))).toEqual([404, 'This page does not exist']);
  });

  it('when there are too many of them', async () => {
    const limited = await stage.start({ ANONYMOUS_RATE_LIMIT_PER_MINUTE: '1' });
    const sent = { token: null, headers: { accept: BROWSER } };
    await limited.send('GET', '/login', sent);
    const answer = await limited.send('GET', '/login', sent);
    await limited.stop();
    expect(read(answer)).toEqual([429, 'Too many attempts']);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a program is refused in JSON', () => {
  const stage = new GatewayStage(() => errorAnswer(new DomainError('NotFound')));

  it.each<[what: string, path: string, sent: SentRequest, status: number, code: string]>([
    ['at a page', '/login?a=%00', { token: null }, 400, 'ValidationError'],
    ['with a token', '/invitations/x', { headers: { accept: BROWSER } }, 404, 'NotFound'],
    ['without one', '/invitations/x', { token: null }, 401, 'InvalidCredentials'],
    [
      'at an address of the API',
      '/customers',
      { token: null, headers: { accept: BROWSER } },
      401,
      'InvalidCredentials',
    ],
    ['at no address', '/nowhere', { token: null, headers: { accept: BROWSER } }, 404, 'NotFound'],
    ['that is a page of the console', '/console/', { token: null }, 404, 'NotFound'],
  ])('%s', async (_, path, sent, status, code) => {
    const answer = await stage.gateway.send('GET', path, sent);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it('where the console would be', async () => {
    const without = await stage.start({ CONSOLE: 'off' });
    const answer = await without.send('GET', '/console/', { token: null, headers: { accept: BROWSER } });
    await without.stop();
    expect([answer.status, answer.body.code]).toEqual([404, 'NotFound']);
  });

  it.each(askedByConsole.map(named))('that asks what pages of the console ask: %s', async (_, route) => {
    const [type] = route.takes ?? [];
    const answer = await stage.gateway.send(route.method, addressOf(route), {
      token: null,
      ...(type !== undefined && { body: '{}' }),
      headers: { accept: BROWSER, 'content-type': type },
    });
    expect([answer.status, answer.body.code]).toEqual([404, 'NotFound']);
  });
});
