import { DomainError } from '@halyard/core';
import { errorAnswer } from '@halyard/http';
import { describe, expect, it } from '@jest/globals';
import type { SentRequest } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const accept = 'application/vnd.acme.v1.hal+json';
const refusalType = `${accept}; profile="http://nocarrier.co.uk/profiles/vnd.error/"; charset=UTF-8`;
const UPLOAD = '/customers/0195b3a0-0000-7000-8000-0000000000c1/documents';
const PULL = '/webhook-subscriptions/0195b3a0-0000-7000-8000-0000000000c1/events';

describe('a client that asks for the type of another vendor gets it', () => {
  const stage = new GatewayStage(() => errorAnswer(new DomainError('NotFound')));

  it.each<[status: number, method: string, path: string, sent: SentRequest]>([
    [404, 'GET', '/nowhere', {}],
    [404, 'POST', '/nowhere', { body: {} }],
    [404, 'GET', `/customers/${'x'.repeat(200)}`, {}],
    [404, 'GET', '/customers', {}],
    [405, 'DELETE', '/customers', {}],
    [405, 'DELETE', '/events', {}],
    [405, 'OPTIONS', '/customers', {}],
    [400, 'GET', '/customers/%ff', {}],
    [400, 'GET', '/customers', { headers: { host: 'a"b' } }],
    [400, 'POST', '/customers', { body: '{' }],
    [400, 'POST', '/customers', { body: {}, headers: { 'idempotency-key': '' } }],
    [401, 'GET', '/customers', { token: null }],
    [401, 'POST', UPLOAD, { token: 'wrong', body: {} }],
    [401, 'GET', PULL, { token: null }],
    [401, 'GET', '/linking/session', { token: null }],
    [413, 'POST', '/customers', { body: { a: 'x'.repeat(300_000) } }],
    [415, 'POST', '/customers', { body: 'a', headers: { 'content-type': 'text/plain' } }],
    [415, 'POST', UPLOAD, { body: {} }],
  ])('with %i of %s %s', async (status, method, path, sent) => {
    const answer = await stage.gateway.send(method, path, { ...sent, headers: { ...sent.headers, accept } });
    expect([answer.status, answer.headers['content-type']]).toEqual([status, refusalType]);
  });

  it('with a scope that its token lacks', async () => {
    const token = await stage.services.token({ scope: 'funding' });
    const { status, headers } = await stage.gateway.send('POST', UPLOAD, { token, headers: { accept } });
    expect([status, headers['content-type']]).toEqual([403, refusalType]);
  });

  it.each([
    [400, 'GET /customers HTTP/1.1\r\nHost: a\r\nHost: b'],
    [417, 'GET /customers HTTP/1.1\r\nHost: a\r\nExpect: a-miracle'],
    [400, 'POST /token HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked'],
    [405, 'CONNECT a:443 HTTP/1.1\r\nHost: a:443'],
  ])('with %i of %j', async (status, head) => {
    const answer = await stage.gateway.exchange(`${head}\r\nConnection: close\r\nAccept: ${accept}\r\n\r\nzz\r\n`);
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain(`content-type: ${refusalType}\r\n`);
  });

  it.each([
    ['/nowhere', { ANONYMOUS_RATE_LIMIT_PER_MINUTE: '1' }],
    ['/%ff', { ANONYMOUS_RATE_LIMIT_PER_MINUTE: '1' }],
    ['/customers', { RATE_LIMIT_PER_MINUTE: '1' }],
  ])('beyond its limits, at %s', async (path, settings) => {
    const limited = await stage.start(settings);
    await limited.send('GET', path);
    const { status, headers } = await limited.send('GET', path, { headers: { accept } });
    await limited.stop();
    expect([status, headers['content-type']]).toEqual([429, refusalType]);
  });
});
