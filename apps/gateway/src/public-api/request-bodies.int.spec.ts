import type { ResourceAnswer } from '@halyard/contracts';
import { describe, expect, it } from '@jest/globals';
import type { Answer } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const VENDOR = 'application/vnd.service.v1.hal+json';
const simulation: ResourceAnswer = {
  type: 'resource',
  kind: 'sandbox-simulation',
  id: '',
  attributes: { total: 0 },
  links: {},
};

describe('a request body', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: simulation }));

  const post = (body: unknown, headers: Record<string, string | undefined> = {}): Promise<Answer> =>
    stage.gateway.send('POST', '/customers', { body, headers });

  it.each([
    [VENDOR],
    [`${VENDOR}; charset=UTF-8`],
    ['application/vnd.acme.v1.hal+json'],
    ['application/json'],
    ['application/hal+json'],
  ])('%s is read', async (type) => {
    expect((await post({ a: 1 }, { 'content-type': type })).status).toBe(200);
    expect((await post('', { 'content-type': type })).status).toBe(200);
  });

  it('is read as strictly as the client prefers, and the answer says so', async () => {
    const strict = await post({ a: 1 }, { prefer: 'respond-async, handling=strict' });
    const lenient = await post({ a: 1 }, { prefer: 'handling=lenient' });
    expect([strict, lenient].map(({ headers }) => headers['preference-applied'])).toEqual([
      'handling=strict',
      undefined,
    ]);
    const { calls } = stage.gateway.services;
    expect(calls.map(({ operation }) => operation.isStrict)).toEqual([true, undefined]);
  });

  it.each([
    ['text/plain'],
    ['application/x-www-form-urlencoded'],
    ['multipart/form-data; boundary=x'],
    ['application/vnd.service.v2.hal+json'],
    ['nonsense'],
    [';'],
  ])('%s is UnsupportedMediaType', async (type) => {
    const { status, body } = await post({ a: 1 }, { 'content-type': type });
    expect([status, body.code]).toEqual([415, 'UnsupportedMediaType']);
    expect(body.message).toMatch(/Allowed: application\/json\.$/);
  });

  it('that is no JSON is told where it stops being that', async () => {
    const { status, body } = await post('{"amount": 1,}');
    expect([status, body.code]).toEqual([400, 'BadRequest']);
    expect(body.message).toBe(
      'The request body could not be read. Send one JSON object, in UTF-8. It is no JSON from character 14 on.',
    );
  });

  it('a body without a type is UnsupportedMediaType, and it says nothing of codings', async () => {
    const { status, headers } = await post({ a: 1 }, { 'content-type': undefined });
    expect([status, headers['accept-encoding']]).toEqual([415, undefined]);
  });

  const UPLOAD = '/customers/0195b3a0-0000-7000-8000-0000000000c1/documents';
  const many = Array.from({ length: 20 }, (_, index) => `coding-${index}`);

  it.each([
    ['/customers', 'gzip', 'gzip'],
    ['/customers', 'GZIP', 'gzip'],
    ['/customers', 'identity, br', 'br'],
    ['/customers', 'gzip,identity , deflate, gzip', 'gzip, deflate'],
    ['/customers', 'what is this', 'unknown'],
    ['/customers', many.join(', '), 'coding-0, coding-1, coding-2, coding-3, coding-4'],
    ['/token', 'zstd', 'zstd'],
    [UPLOAD, 'x-gzip', 'x-gzip'],
  ])('one that was encoded is refused in words about its coding: %s, %j', async (path, encoding, named) => {
    const type = path === UPLOAD ? 'multipart/form-data; boundary=x' : 'application/json';
    const answer = await stage.gateway.send('POST', path, {
      body: '{}',
      headers: { 'content-type': type, 'content-encoding': encoding },
    });
    expect([answer.status, answer.body.code, answer.headers['accept-encoding'], answer.body.message]).toEqual([
      415,
      'UnsupportedMediaType',
      'identity',
      `The request body has the content coding ${named}: send it as it is, without a coding.`,
    ]);
    expect(stage.services.calls).toEqual([]);
  });

  it.each(['identity', 'Identity', 'identity, identity', ''])(
    'one with the coding %j is as it is',
    async (encoding) => {
      expect((await post({ a: 1 }, { 'content-encoding': encoding })).status).toBe(200);
    },
  );

  it('none at all needs no type', async () => {
    expect((await stage.gateway.send('POST', '/sandbox-simulations')).status).toBe(200);
  });

  it.each([
    ['beyond 256 KiB', JSON.stringify({ a: 'x'.repeat(300_000) }), 413, 'PayloadTooLarge'],
    ['no JSON', '{"a":', 400, 'BadRequest'],
    ['a list', '[]', 400, 'BadRequest'],
    ['a prototype', '{"__proto__":{"a":1}}', 400, 'BadRequest'],
  ])('%s is refused by name', async (_, text, status, code) => {
    const answer = await post(text);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(stage.services.calls).toEqual([]);
  });

  it('of 256 KiB is read', async () => {
    expect((await post({ a: 'x'.repeat(256 * 1024 - 8) })).status).toBe(200);
  });
});
