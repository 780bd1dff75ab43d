import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Document } from '@halyard/contracts';
import { request } from 'undici';
import { DrivenClock, newEnvelopes, ProbeProcess } from '../../test/probe-process.js';
import { probeOperation } from '../behaviour-service.js';
import { type BoundRequest, ENVELOPE_HEADER, PrincipalEnvelopes } from './principal-envelope.js';
import { INSTANCE_HEADER } from './service-fastify.js';

const clock = new DrivenClock();
const gateway = newEnvelopes(clock);
const body = { amount: '10.00' };
const bytes = Buffer.from(JSON.stringify(body));
const bound = { service: 'customers', method: 'POST', target: '/echo?a=1' } as const;

interface Sent {
  readonly to?: ProbeProcess;
  readonly method?: 'POST' | 'PUT';
  readonly url?: string;
  readonly payload?: Buffer | undefined;
  readonly type?: string;
}

interface Answer {
  readonly status: number;
  readonly instance: unknown;
  readonly body: Document;
}

describe('a service that listens', () => {
  let process: ProbeProcess;
  let replica: ProbeProcess;
  let header: string;

  const send = async (header: string | undefined, sent: Sent = {}): Promise<Answer> => {
    const { to = process, method = 'POST', url = '/echo?a=1', type = 'application/json' } = sent;
    const payload = 'payload' in sent ? sent.payload : bytes;
    const response = await request(to.url + url, {
      method,
      body: payload,
      headers: {
        ...(payload && { 'content-type': type }),
        ...(header !== undefined && { [ENVELOPE_HEADER]: header }),
      },
    });
    return {
      status: response.statusCode,
      instance: response.headers[INSTANCE_HEADER],
      body: (await response.body.json()) as Document,
    };
  };
  /** As the gateway seals it for `process`, which it knows. */
  const seal = (payload = bytes, request: BoundRequest = bound, instance = process.envelopes.instance) =>
    gateway.seal(request, payload, probeOperation(), instance);

  beforeAll(async () => {
    process = await ProbeProcess.start({ clock });
    replica = await ProbeProcess.start({ clock });
  });
  afterAll(async () => {
    await process.stop();
    await replica.stop();
  });

  beforeEach(() => {
    header = seal();
    process.handled = 0;
    replica.handled = 0;
  });

  it('answers a request that somebody with the key vouched for', async () => {
    const response = await send(header);
    expect(response).toEqual({ status: 200, instance: undefined, body: { document: 'fact', fact: body } });
    expect(process.handled).toBe(1);
  });

  it.each<[string, () => Promise<Answer>]>([
    ['no principal', () => send(undefined)],
    ['one for another path', () => send(header, { url: '/things?a=1' })],
    ['one for another query', () => send(header, { url: '/echo?a=2' })],
    ['one for another method', () => send(header, { method: 'PUT' })],
    ['one for another body', () => send(header, { payload: Buffer.from('{"amount":"99.00"}') })],
    ['one whose body was taken away', () => send(header, { payload: undefined })],
    ['one for another service', () => send(seal(bytes, { ...bound, service: 'transfers' }))],
    ['one under another key', () => send(stranger().seal(bound, bytes, probeOperation(), process.envelopes.instance))],
    ['a changed principal', () => send(withChanged(header, { principal: { kind: 'service', service: 'gateway' } }))],
    ['no signature', () => send(`${header.split('.')[0]}.`)],
    ['a broken signature', () => send(`${header.slice(0, -1)}${header.endsWith('A') ? 'Q' : 'A'}`)],
    ['rubbish', () => send('a.b.c')],
    ['rubbish that is base64url', () => send('e30.e30')],
  ])('401 for %s, without telling its instance, and nothing is done', async (_, attempt) => {
    expect(await attempt()).toMatchObject(refused);
    expect(process.handled).toBe(0);
  });

  it('401 for the same delivery a second time', async () => {
    expect((await send(header)).status).toBe(200);
    expect(await send(header)).toMatchObject(refused);
    expect(process.handled).toBe(1);
  });

  it.each<[string, boolean]>([
    ['that was heard by its own process', true],
    ['that never arrived', false],
  ])('401 at another process for a delivery %s, and nothing is done there', async (_, isDelivered) => {
    if (isDelivered) expect((await send(header)).status).toBe(200);
    const { status, body: answered } = await send(header, { to: replica });
    expect([status, answered]).toEqual([401, expect.objectContaining({ code: 'InvalidCredentials' })]);
    expect(replica.handled).toBe(0);
  });

  it('401 for a delivery to the process that had its address before', async () => {
    const before = await ProbeProcess.start({ clock });
    const { port } = before;
    const old = seal(bytes, bound, before.envelopes.instance);
    await before.stop();
    const after = await ProbeProcess.start({ clock, port });
    expect((await send(old, { to: after })).status).toBe(401);
    expect(after.handled).toBe(0);
    await after.stop();
  });

  it('tells its instance only to somebody with the key who sealed for another, or did not know', async () => {
    const { instance } = process.envelopes;
    expect(await send(gateway.seal(bound, bytes, probeOperation()))).toMatchObject({ status: 401, instance });
    expect(await send(seal(bytes, bound, replica.envelopes.instance))).toMatchObject({ status: 401, instance });
    expect(await send(stranger().seal(bound, bytes, probeOperation()))).toMatchObject(refused);
    expect(process.handled).toBe(0);
  });

  it('401 once the delivery is too old, and while it lies too far in the future', async () => {
    clock.pass(10_001);
    expect(await send(header)).toMatchObject(refused);
    const early = seal();
    clock.pass(-10_001);
    expect(await send(early)).toMatchObject(refused);
  });

  it('remembers a delivery from a clock that runs ahead until it has expired', async () => {
    clock.pass(10_000);
    const early = seal();
    clock.pass(-10_000);
    expect((await send(early)).status).toBe(200);
    clock.pass(20_000);
    expect((await send(early)).status).toBe(401);
  });

  it.each([
    ['application/json', '{"a":', 400, 'BadRequest'],
    ['text/plain', 'hello', 415, 'UnsupportedMediaType'],
  ])('%s %j: %i %s', async (type, text, status, code) => {
    const payload = Buffer.from(text);
    expect(await send(seal(payload), { payload, type })).toMatchObject({ status, body: { document: 'error', code } });
  });

  it('413 for a body above the limit, before it is sent', async () => {
    const headers = {
      [ENVELOPE_HEADER]: header,
      'content-type': 'application/json',
      'content-length': 16 * 1024 * 1024 + 1,
    };
    const outgoing = httpRequest(`${process.url}/echo?a=1`, { method: 'POST', headers });
    outgoing.flushHeaders();
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    expect(incoming.statusCode).toBe(413);
    expect(JSON.parse((await incoming.toArray()).join(''))).toMatchObject({ code: 'PayloadTooLarge' });
    outgoing.on('error', () => undefined).destroy();
  });
});

const refused = { status: 401, instance: undefined, body: { document: 'error', code: 'InvalidCredentials' } };

const stranger = () => new PrincipalEnvelopes(randomBytes(32), clock);

function withChanged(header: string, change: object): string {
  const [encoded = '', signature = ''] = header.split('.');
  const envelope = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as { operation: object };
  const changed = { ...envelope, operation: { ...envelope.operation, ...change } };
  return `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`;
}
