import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { created, ref } from '@halyard/contracts';
import type { RecordedRequest, RequestContent, RequestSummary } from '@halyard/contracts/requests';
import { DomainError, newId, validationError } from '@halyard/core';
import { Bytes, errorAnswer } from '@halyard/http';
import { until } from '@halyard/testing/waiting';
import { FakeServices } from '../../test/fakes.js';
import { GatewayFixture, type SentRequest } from '../../test/gateway-fixture.js';
import { ARRIVAL_MS } from '../edge/arrivals.js';

const BOUNDARY = '----a-boundary';
const DOCUMENTS = `/customers/${newId()}/documents`;
const MEGABYTE = 1_024 * 1_024;

const part = (name: string, content: string, more = ''): string =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const passport = part('documentType', 'passport');
const picture = part('file', 'Ada'.repeat(100), '; filename="ada-byron.png"');
const form = (...parts: readonly string[]): string => `${parts.join('')}--${BOUNDARY}--\r\n`;

const services = new FakeServices();
let gateway: GatewayFixture;
/** What the owner of documents has read. */
let taken = 0;

beforeAll(async () => {
  gateway = await GatewayFixture.start({ REQUEST_LOG: 'full', TRUSTED_PROXIES: '127.0.0.1' }, services);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  services.recorded.length = 0;
  services.respond = () => errorAnswer(new DomainError('NotFound'));
  services.respondBytes = async (_, { body }) => {
    if (body) taken = (await buffer(body)).length;
    return { status: 201, body: created('document', newId()) };
  };
});

async function send(method: string, path: string, sent: SentRequest = {}): Promise<RecordedRequest & { text: string }> {
  const before = services.recorded.length;
  const { text } = await gateway.send(method, path, sent);
  await gateway.untilRecorded(before + 1);
  const request = services.recorded[before];
  if (!request) throw new Error('it was taken away');
  return { ...request, text };
}

const contentOf = ({ content }: RecordedRequest) => JSON.parse(content) as RequestContent;
const sentForm = async (body: string | Uint8Array) => {
  const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  return contentOf(await send('POST', DOCUMENTS, { headers, body })).request;
};

describe('a form that is recorded', () => {
  it('is an object by the names of its parts, a file its kind, and its owner gets all of it', async () => {
    const body = form(passport, picture, part('note', 'Ada'), part('other', 'Ada', '; filename="ada.png"'));
    expect(await sentForm(body)).toMatchObject({
      bytes: body.length,
      body: { documentType: 'passport', file: '[file]', note: '[unknown]', other: '[unknown]' },
    });
    expect(taken).toBe(body.length);
  });

  it.each([
    ['a word that is none', form(part('documentType', 'Ada Byron'), picture), { documentType: '[invalid]' }],
    [
      'a file in the place of a word',
      form(part('documentType', 'Ada', '; filename="a"')),
      { documentType: '[invalid]' },
    ],
    ['two words', form(passport, passport, picture), { documentType: '[invalid]' }],
    ['a word in the place of a file', form(part('file', 'Ada')), { file: '[file]' }],
    ['two files', form(passport, picture, picture), { file: '[file]' }],
    ['a part without a name', form(passport).replace('; name="documentType"', ''), {}],
    ['a name that reaches for a prototype', form(part('__proto__', 'Ada')), {}],
    ['a long word', form(part('documentType', 'Ada'.repeat(5_000))), { documentType: '[invalid]' }],
  ])('shows nothing of %s', async (_, body, expected) => {
    const sent = await sentForm(body);
    expect({ ...(sent.body as object) }).toMatchObject(JSON.parse(JSON.stringify(expected)) as object);
    expect(JSON.stringify(services.recorded)).not.toContain('Ada');
  });

  it.each([
    ['that was cut', form(passport, picture).slice(0, -40)],
    ['that is none', 'Ada'],
    ['of another boundary', form(passport, picture).replaceAll(BOUNDARY, '----another')],
  ])('has no body where it is one %s', async (_, body) => {
    expect(await sentForm(body)).not.toHaveProperty('body');
  });

  it('has the first of a thousand parts, and says so', async () => {
    const sent = await sentForm(form(passport, ...Array.from({ length: 1_000 }, (_, n) => part(`p${n}`, 'Ada'))));
    expect([Object.keys(sent.body as object).length, sent.truncated]).toEqual([24, true]);
  });

  it('keeps nothing of a file of ten megabytes', async () => {
    const body = Buffer.from(form(passport, part('file', 'Ada'.repeat(3 * MEGABYTE), '; filename="ada.png"')));
    expect(await sentForm(body)).toMatchObject({ bytes: body.length, body: { file: '[file]' } });
    expect(services.recorded[0]?.content.length).toBeLessThan(500);
  });
});

describe('a body that was refused before anybody looked into it', () => {
  it.each<[string, SentRequest, unknown]>([
    ['its Idempotency-Key', { headers: { 'idempotency-key': 'k'.repeat(300) } }, { correlationId: 'order-1' }],
    ['what it has beside', { body: '{"correlationId":"order-1","amount":{"value":1e999}}' }, { amount: {} }],
    ['being no object', { body: '"Ada"' }, undefined],
  ])('is recorded: for %s', async (_, sent, body) => {
    const { status, content } = await send('POST', '/transfers', { body: { correlationId: 'order-1' }, ...sent });
    expect(status).toBe(400);
    const { request } = JSON.parse(content) as RequestContent;
    if (body === undefined) expect(request.body).toBe('[invalid]');
    else expect(request).toMatchObject({ body });
  });
});

describe('a body that was refused before anybody read it', () => {
  const order = { correlationId: 'order-1', other: 'Ada' };
  const shown = { correlationId: 'order-1', other: '[unknown]' };
  const unscoped = () => services.token({ scope: '' });
  const expired = () => services.token({ exp: services.startSeconds - 1 });

  it.each<[number, SentRequest, () => Promise<string>]>([
    [401, {}, expired],
    [403, {}, unscoped],
    [406, { headers: { accept: 'image/png' } }, () => services.token()],
    [415, { headers: { 'content-type': 'text/plain' } }, () => services.token()],
  ])('is recorded all the same where the answer was %i', async (status, sent, token) => {
    const request = await send('POST', '/transfers', { body: order, ...sent, token: await token() });
    expect([request.status, contentOf(request).request]).toMatchObject([status, { bytes: 41, body: shown }]);
  });

  it.each([
    [404, 'POST', '/nowhere'],
    [405, 'PUT', '/customers'],
  ])('has no known field where the answer was %i', async (status, method, path) => {
    const request = await send(method, path, { body: order });
    const unknown = { correlationId: '[unknown]', other: '[unknown]' };
    expect([request.status, contentOf(request).request]).toMatchObject([status, { bytes: 41, body: unknown }]);
  });

  it('is recorded where a form was refused, and where one sends too many', async () => {
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
    const request = await send('POST', DOCUMENTS, { headers, body: form(passport, picture), token: await unscoped() });
    expect(contentOf(request).request.body).toEqual({ documentType: 'passport', file: '[file]' });
    const other = await GatewayFixture.start({ REQUEST_LOG: 'full', RATE_LIMIT_PER_MINUTE: '1' }, services);
    try {
      for (const _ of [1, 2]) await other.send('POST', '/transfers', { body: order });
      await until('both are recorded', () => services.recorded.length === 3);
    } finally {
      await other.stop();
    }
    const last = services.recorded.at(-1);
    expect([last?.status, last && contentOf(last).request.body]).toEqual([429, shown]);
  });

  it.each<[string, SentRequest]>([
    ['too large', { body: JSON.stringify({ other: 'Ada'.repeat(100_000) }) }],
    ['too large, and refused for something else', { body: 'Ada'.repeat(100_000), headers: { accept: 'image/png' } }],
    ['no JSON', { body: '{"other":"Ada', headers: { accept: 'image/png' } }],
  ])('has its bytes and no body where it is %s', async (_, sent) => {
    const request = await send('POST', '/transfers', sent);
    expect(contentOf(request).request).toMatchObject({ bytes: Buffer.byteLength(sent.body as string) });
    expect(contentOf(request).request).not.toHaveProperty('body');
    expect(JSON.stringify(request)).not.toContain('Ada');
  });

  it('is recorded as it came, in many parts and behind its answer', async () => {
    const socket = gateway.connection();
    const head = ['POST /transfers HTTP/1.1', 'Host: localhost', 'Transfer-Encoding: chunked', 'Accept: image/png'];
    socket.write([...head, `Authorization: Bearer ${await services.token()}`, '', ''].join('\r\n'));
    await once(socket, 'data');
    for (const letter of JSON.stringify(order)) socket.write(`1\r\n${letter}\r\n`);
    socket.end('0\r\n\r\n');
    await gateway.untilRecorded(1);
    expect(services.recorded.map((one) => contentOf(one).request)).toMatchObject([{ bytes: 41, body: shown }]);
  });

  it('that did not come in time is recorded as its client was told', async () => {
    const socket = gateway.connection();
    const head = [
      'POST /transfers HTTP/1.1',
      'Host: localhost',
      'Content-Type: application/json',
      'Content-Length: 41',
    ];
    const answer = once(socket, 'data') as Promise<[string]>;
    socket.write([...head, `Authorization: Bearer ${await services.token()}`, '', '{"other":"Ada'].join('\r\n'));
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'Date', 'performance'] });
    await until('it is recorded', () => {
      jest.advanceTimersByTime(ARRIVAL_MS);
      return services.recorded.length > 0;
    });
    jest.useRealTimers();
    expect((await answer)[0]).toMatch(/^HTTP\/1\.1 408 /);
    socket.destroy();
    expect(services.recorded).toMatchObject([{ status: 408, code: 'BadRequest' }]);
    expect(JSON.stringify(services.recorded)).not.toContain('Ada');
  });

  it('is not waited for where it never comes', async () => {
    const socket = gateway.connection();
    const head = ['POST /transfers HTTP/1.1', 'Host: localhost', 'Content-Length: 41', 'Accept: image/png'];
    socket.write([...head, `Authorization: Bearer ${await services.token()}`, '', '{"correlationId"'].join('\r\n'));
    await gateway.untilRecorded(1);
    socket.destroy();
    const [request] = services.recorded.map((one) => contentOf(one).request);
    expect([request?.bytes, request?.body]).toEqual([16, undefined]);
  });
});

describe('the bytes of an answer', () => {
  it('are those of its body as it left', async () => {
    const plain = await send('GET', '/customers');
    expect(contentOf(plain).response.bytes).toBe(Buffer.byteLength(plain.text));
    expect(contentOf(await send('HEAD', '/customers')).response.bytes).toBe(0);
  });

  it('are counted where nobody knew how many there would be', async () => {
    services.respondBytes = () =>
      Promise.resolve(new Bytes(Readable.from(['"Ada', 'Byron"']), { 'content-type': 'text/csv' }));
    const { response } = contentOf(await send('GET', '/transfers', { headers: { accept: 'text/csv' } }));
    expect(response).toEqual({ headers: { 'content-type': 'text/csv' }, bytes: 10 });
  });
});

it('shows of a refusal nothing that its message repeats of what the client wrote', async () => {
  const message = 'Topics invalid. Not allowed: Ada. Allowed: ach.';
  const fault = { code: 'Invalid', path: '/topics/1' } as const;
  services.respond = () =>
    errorAnswer(validationError({ ...fault, message, quoted: 'Not allowed: Ada.' }, { ...fault, message: 'Ach.' }));
  const { text, ...recorded } = await send('POST', '/transfers', { body: {} });
  expect(JSON.parse(text)).toMatchObject({ _embedded: { errors: [{ ...fault, message }, { message: 'Ach.' }] } });
  expect(text).not.toContain('quoted');
  expect(contentOf(recorded).response.body).toMatchObject({
    _embedded: { errors: [{ ...fault, message: 'Topics invalid. Allowed: ach.' }, { message: 'Ach.' }] },
  });
});

describe('addresses in an answer', () => {
  it('have no Idempotency-Key', async () => {
    const about = ref('idempotency-key', encodeURIComponent('Ada/1'));
    services.respond = () => {
      const { body, status } = errorAnswer(new DomainError('IdempotencyKeyReused'));
      return { status, body: { ...body, about } };
    };
    const { text, ...recorded } = await send('POST', '/transfers', { body: {} });
    expect(text).toContain('/idempotency-keys/Ada%2F1');
    expect(contentOf(recorded).response.body).toMatchObject({
      _links: {
        about: { href: expect.stringMatching(/^http[^?]*\/idempotency-keys\/\[idempotency-key]$/) as unknown },
      },
    });
    expect(JSON.stringify(recorded)).not.toContain('Ada');
  });

  it('to which a client is sent on have none of what it wrote', async () => {
    const headers = { host: 'api.example', 'x-forwarded-proto': 'http' };
    const { status, content, summary } = await send('GET', '/customers?email=ada@example.com&x=Ada', { headers });
    const shown = '/customers?email=[email]&x=[unknown]';
    expect(status).toBe(302);
    expect((JSON.parse(content) as RequestContent).response.headers).toEqual({
      location: `https://api.example${shown}`,
    });
    expect((JSON.parse(summary) as RequestSummary).path).toBe(shown);
  });
});

describe('requests about the clock', () => {
  const body = {
    type: 'resource',
    kind: 'sandbox-clock-advance',
    id: newId(),
    attributes: {
      status: 'advancing',
      held: { what: 'settlement', since: '2027-05-03T12:00:00.000Z', cause: 'The store is away.' },
    },
    links: { clock: ref('sandbox-clock') },
  } as const;

  it('show their moments, durations and words, and nothing else that was written', async () => {
    services.respond = () => ({ status: 201, body: created('sandbox-clock-advance', newId()) });
    const sent = { by: 'P60D', to: 'on Ada’s day', waitFor: 'webhooks', toNext: 'Ada', note: 'Ada' };
    const recorded = await send('POST', '/sandbox-clock/advances?wait=5&name=Ada', { body: sent });
    expect(contentOf(recorded).request.body).toEqual({
      ...{ by: 'P60D', to: '[invalid]', waitFor: 'webhooks', toNext: '[invalid]', note: '[unknown]' },
    });
    expect(JSON.stringify(services.recorded)).not.toContain('Ada');
    const summary = JSON.parse(recorded.summary) as RequestSummary;
    expect(summary.path).toBe('/sandbox-clock/advances?wait=5&name=[unknown]');
  });

  it('show why an advance is held', async () => {
    services.respond = () => ({ status: 200, body });
    const recorded = await send('GET', `/sandbox-clock/advances/${body.id}?wait=0`);
    expect(contentOf(recorded).response).toMatchObject({ body: { status: 'advancing', held: body.attributes.held } });
  });
});
