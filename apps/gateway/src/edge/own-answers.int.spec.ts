import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { connect as tlsConnect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GatewayFixture, withDataDir } from '../../test/gateway-fixture.js';
import { gatewayService } from '../gateway.module.js';
import { portOf } from './listen.js';
import { OwnAnswers } from './own-answers.js';
import { Pipelining } from './pipelining.js';

const lines = (...all: string[]): string => [...all, '', ''].join('\r\n');
const get = (target: string, ...headers: string[]): string =>
  lines(`GET ${target} HTTP/1.1`, 'Host: api.example.com', 'Connection: close', ...headers);
const post = (...headers: string[]): string => lines('POST /token HTTP/1.1', 'Host: api.example.com', ...headers);

/** What is sent, and the status and code of its answer. */
const refused: readonly (readonly [what: string, bytes: string, status: number, code: string])[] = [
  ['bytes that are no request', 'NONSENSE\r\n\r\n', 400, 'BadRequest'],
  ['no Host', lines('GET / HTTP/1.1', 'Connection: close'), 400, 'BadRequest'],
  ['no Host in HTTP/1.0', lines('GET / HTTP/1.0'), 400, 'BadRequest'],
  ['a Host that is none', lines('GET / HTTP/1.1', 'Host: a"b', 'Connection: close'), 400, 'BadRequest'],
  [
    'a Host longer than any name',
    lines('GET / HTTP/1.1', `Host: ${'x'.repeat(300)}`, 'Connection: close'),
    400,
    'BadRequest',
  ],
  ['two Hosts', lines('GET / HTTP/1.1', 'Host: a', 'Host: b', 'Connection: close'), 400, 'ValidationError'],
  ['an expectation', get('/', 'Expect: a-miracle'), 417, 'BadRequest'],
  ['header fields without end', get('/', `X: ${'x'.repeat(20_000)}`), 431, 'BadRequest'],
  ['too many header fields', get('/', ...Array.from({ length: 4_000 }, (_, i) => `X${i}: x`)), 431, 'BadRequest'],
  ['a header field that is none', get('/', 'a b: c'), 400, 'BadRequest'],
  ['a target that can not be decoded', get('/customers/%ff'), 400, 'BadRequest'],
  ['a target that is too long', get(`/customers/${'x'.repeat(5_000)}`), 404, 'NotFound'],
  ['a target longer than all header fields may be', get(`/${'x'.repeat(20_000)}`), 431, 'BadRequest'],
  ['a tunnel', lines('CONNECT example.com:443 HTTP/1.1', 'Host: example.com'), 405, 'MethodNotAllowed'],
  ['an unknown method', lines('BREW / HTTP/1.1', 'Host: a'), 400, 'BadRequest'],
  ['a method that nothing has', lines('TRACE / HTTP/1.1', 'Host: a', 'Connection: close'), 405, 'MethodNotAllowed'],
  ['an upgrade', get('/', 'Upgrade: websocket'), 401, 'InvalidCredentials'],
  ['an address that nothing has', get('/nowhere'), 404, 'NotFound'],
  ['a target that is no path', get('*'), 404, 'NotFound'],
  ['chunks that are none', `${post('Transfer-Encoding: chunked')}zz\r\n`, 400, 'BadRequest'],
  ['two lengths', post('Content-Length: 1', 'Content-Length: 2'), 400, 'BadRequest'],
  ['one length twice', post('Content-Length: 1', 'Content-Length: 1'), 400, 'BadRequest'],
  ['chunks within chunks', post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked'), 400, 'BadRequest'],
  ['a length and chunks', post('Content-Length: 1', 'Transfer-Encoding: chunked'), 400, 'BadRequest'],
  [
    'a body that is too large',
    post('Content-Type: application/json', 'Content-Length: 1000000', 'Connection: close'),
    413,
    'PayloadTooLarge',
  ],
];

function read(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const [statusLine = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field) => {
    const [name = '', ...value] = field.split(': ');
    return [name.toLowerCase(), value.join(': ')] as const;
  });
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), body };
}

const ofEveryAnswer = {
  'x-request-id': expect.stringMatching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/),
  'access-control-allow-origin': '*',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
};

describe('whatever a listener answers by itself', () => {
  let gateway: GatewayFixture;
  beforeAll(async () => {
    gateway = await GatewayFixture.start();
  });
  afterAll(() => gateway.stop());

  it.each(refused)('looks like every other answer: %s', async (_, bytes, status, code) => {
    const answer = read(await gateway.exchange(bytes));
    expect(answer).toMatchObject({ status, headers: ofEveryAnswer });
    expect(answer.headers['content-type']).toContain('json');
    expect(JSON.parse(answer.body)).toMatchObject({ code, message: expect.stringMatching(/\.$/) });
  });

  it('speaks of the address where that can not be decoded, and of no body', async () => {
    const { body } = read(await gateway.exchange(get('/customers/%ff')));
    expect(JSON.parse(body)).toMatchObject({ message: 'The address of the request can not be decoded.' });
  });

  it('so does the end of a request that does not come to its own', async () => {
    const own = new OwnAnswers(gatewayService.config({}), new Pipelining());
    const late = Object.assign(new Error('late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const server = createServer((socket) => own.unreadable(late, socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect(portOf(server), '127.0.0.1').setEncoding('latin1');
    const answer = read((await socket.toArray()).join(''));
    server.close();
    expect(answer).toMatchObject({ status: 408, headers: ofEveryAnswer });
    expect(JSON.parse(answer.body)).toEqual({ code: 'BadRequest', message: 'The request took too long to arrive.' });
  });

  it('loses no header field, however many there are', async () => {
    const many = Array.from({ length: 2_500 }, () => 'a:b');
    const authorization = `Authorization: Bearer ${await gateway.services.token()}`;
    const answer = read(await gateway.exchange(get('/', ...many, authorization)));
    expect(answer.status).toBe(200);
  });

  it('so do the answers of the API', async () => {
    for (const path of ['/customers', '/nowhere']) {
      expect((await gateway.send('GET', path)).headers).toMatchObject(ofEveryAnswer);
    }
    const read = await gateway.send('GET', '/');
    expect(read.headers).toMatchObject({ ...ofEveryAnswer, 'cache-control': 'private, no-cache' });
  });

  it('over HTTPS it tells browsers to stay there, but for names that are only their own', () =>
    withDataDir(async (dataDir) => {
      const secure = await GatewayFixture.start({ TLS: 'on', DATA_DIR: dataDir });
      const { baseUrl, redirectUrl = '', authorityFile = '' } = secure.addresses;
      const ca = await readFile(authorityFile);
      const hstsOf = async (host: string): Promise<string | undefined> => {
        const socket = tlsConnect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port), ca });
        socket.end(lines('GET /nowhere HTTP/1.1', `Host: ${host}`, 'Connection: close'));
        return read((await socket.setEncoding('latin1').toArray()).join('')).headers['strict-transport-security'];
      };
      const redirected = await fetch(redirectUrl, { redirect: 'manual' });
      const told = {
        'api.example.com': 'max-age=31536000',
        'api.example.com:8443': 'max-age=31536000',
        '10.0.0.1': 'max-age=31536000',
        localhost: undefined,
        'localhost:8443': undefined,
        'api.localhost': undefined,
        '127.0.0.1:8443': undefined,
        '[::1]': undefined,
      };
      const found: Record<string, string | undefined> = {};
      for (const host of Object.keys(told)) found[host] = await hstsOf(host);
      await secure.stop();
      expect(found).toEqual(told);
      expect(Object.fromEntries(redirected.headers)).toMatchObject(ofEveryAnswer);
      expect(redirected.headers.get('strict-transport-security')).toBeNull();
    }));

  it('behind a proxy that ends TLS it does so too, and not over plain HTTP', async () => {
    const proxied = await GatewayFixture.start({ TRUSTED_PROXIES: '127.0.0.1' });
    const hstsOf = async (headers: Record<string, string>) =>
      (await proxied.send('GET', '/nowhere', { headers })).headers['strict-transport-security'];
    const host = 'api.example.com';
    const found = [await hstsOf({ host, 'x-forwarded-proto': 'https' }), await hstsOf({ host })];
    await proxied.stop();
    expect(found).toEqual(['max-age=31536000', undefined]);
  });
});
