import { readFile } from 'node:fs/promises';
import { connect } from 'node:tls';
import { created, type Route } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { describe, expect, it } from '@jest/globals';
import { GatewayFixture, withDataDir } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const KEY = '0195b3a0-0000-7000-8000-0000000000d2';
const names = [
  'Authorization',
  'Content-Type',
  'Host',
  'Idempotency-Key',
  'If-Modified-Since',
  'If-None-Match',
  'If-Range',
  'Last-Event-ID',
  'Origin',
  'Range',
  'Referer',
  'Sec-Fetch-Dest',
  'Sec-Fetch-Mode',
  'Sec-Fetch-Site',
  'traceparent',
  'User-Agent',
];
const routes = Object.entries<Route>(publicRoutes);

function read(answer: string) {
  const [head = '', body = ''] = answer.split('\r\n\r\n', 2);
  const { code, _embedded } = (body === '' ? {} : JSON.parse(body)) as {
    code?: string;
    _embedded?: { errors?: { code: string; path: string }[] };
  };
  return {
    status: Number(head.split(' ')[1]),
    code,
    faults: _embedded?.errors?.map((fault) => `${fault.code} at ${fault.path}`),
  };
}

describe('a header field that holds one value', () => {
  const stage = new GatewayStage(({ operation }) => ({ status: 201, body: created('transfer', operation.id) }));
  const { services } = stage;

  const send = async (method: string, path: string, fields: readonly string[], body = '') => {
    const lines = [`${method} ${path} HTTP/1.1`, ...fields, `Content-Length: ${body.length}`, 'Connection: close'];
    return read(await stage.gateway.exchange(`${lines.join('\r\n')}\r\n\r\n${body}`));
  };
  const withToken = async () => ['Host: a', `Authorization: Bearer ${await services.token()}`];

  it.each(routes)('is refused before anything happens where its lines differ: %s', async (_, { method, path }) => {
    const asked: unknown[] = [];
    services.respondBytes = (service) => {
      asked.push(service);
      return Promise.reject(new Error('it was asked'));
    };
    const fields = names.flatMap((name) => [`${name}: a`, `${name.toUpperCase()}: b`]);
    const answer = await send(method, path.replaceAll(/:\w+/g, ID), fields);
    expect(answer).toEqual({
      status: 400,
      code: 'ValidationError',
      faults: names.map((name) => `InvalidFormat at /headers/${name}`),
    });
    expect([asked, services.calls]).toEqual([[], []]);
  });

  it.each(names)('counts once where its lines are equal: %s', async (name) => {
    const value = name === 'Content-Type' ? 'application/json' : 'a';
    const repeated = name === 'Host' || name === 'Authorization' ? [] : [`${name}: ${value}`, `${name}:  ${value} `];
    const token = await withToken();
    const doubled = [...token, ...token.map((line) => line.replace(/^\w+/, (word) => word.toLowerCase()))];
    const type = name === 'Content-Type' ? [] : ['Content-Type: application/json'];
    const answer = await send('POST', '/transfers', [...doubled, ...type, ...repeated], '{}');
    expect(answer).toEqual({ status: 201, code: undefined, faults: undefined });
    expect(services.calls).toHaveLength(1);
  });

  it('is the same key, sent once or twice', async () => {
    const fields = [...(await withToken()), 'Content-Type: application/json', `Idempotency-Key: ${KEY}`];
    await send('POST', '/transfers', fields, '{}');
    await send('POST', '/transfers', [...fields, `idempotency-key: ${KEY}`, `IDEMPOTENCY-KEY: ${KEY}`], '{}');
    expect(services.calls.map(({ operation }) => operation.key)).toEqual([KEY, KEY]);
  });

  it.each([
    ['an empty one beside it', `Idempotency-Key:`],
    ['another one behind two that are equal', `Idempotency-Key: ${KEY}\r\nIdempotency-Key: ${KEY}0`],
  ])('differs from %s', async (_, other) => {
    const answer = await send('POST', '/transfers', [...(await withToken()), `Idempotency-Key: ${KEY}`, other], '{}');
    expect(answer.faults).toEqual(['InvalidFormat at /headers/Idempotency-Key']);
    expect(services.calls).toEqual([]);
  });

  it('may stand among lists, which may have any number of lines', async () => {
    const lists = ['Accept: text/html', 'Accept: application/json', 'Cookie: a', 'Cookie: b', 'X: 1', 'X: 2'];
    expect((await send('GET', '/customers', [...(await withToken()), ...lists])).status).toBe(201);
  });

  it('is refused by the listener that redirects to HTTPS too', () =>
    withDataDir(async (dataDir) => {
      const secure = await GatewayFixture.start({ TLS: 'on', DATA_DIR: dataDir });
      const { redirectUrl = '', baseUrl, authorityFile = '' } = secure.addresses;
      const ca = await readFile(authorityFile);
      const hosts = 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n';
      const plain = secure.connection(redirectUrl).end(hosts);
      const encrypted = connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port), ca }).setEncoding('latin1');
      encrypted.end(hosts);
      const answers = [read((await plain.toArray()).join('')), read((await encrypted.toArray()).join(''))];
      await secure.stop();
      const refused = { status: 400, code: 'ValidationError', faults: ['InvalidFormat at /headers/Host'] };
      expect(answers).toEqual([refused, refused]);
    }));
});
