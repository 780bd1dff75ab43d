import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AnswerBody, Operation, ServiceName } from '@halyard/contracts';
import { testIdentities } from '@halyard/testing/identities';
import { request } from 'undici';
import { DrivenClock, newEnvelopes, ProbeProcess } from '../../test/probe-process.js';
import { probeOperation } from '../behaviour-service.js';
import { type BoundRequest, ENVELOPE_HEADER, PrincipalEnvelopes } from './principal-envelope.js';
import { IDENTITY_HEADER, INSTANCE_HEADER } from './service-fastify.js';

const clock = new DrivenClock();
const gateway = newEnvelopes(clock);
const funding = newEnvelopes(clock, 'funding-sources');
const asBrowser = probeOperation({ principal: { kind: 'browser', token: 'a.b' } });
const asService = (service: ServiceName): Operation => probeOperation({ principal: { kind: 'service', service } });
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
  readonly kid: unknown;
  readonly body: AnswerBody;
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
      kid: response.headers[IDENTITY_HEADER],
      body: (await response.body.json()) as AnswerBody,
    };
  };
  /** Sealed as the gateway does for a process that it knows. */
  const seal = (payload = bytes, request: BoundRequest = bound, to = process) =>
    gateway.seal(request, payload, probeOperation(), { instance: to.envelopes.instance });

  const sealBy = (sender: PrincipalEnvelopes, operation: Operation) =>
    sender.seal(bound, bytes, operation, { instance: process.envelopes.instance });
  /** Sealed for `process` by another installation's gateway, under the name of the identity that `process` has. */
  const strangers = () => withParts(sealBy(stranger(), probeOperation()), { to: process.envelopes.kid });

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

  it('answers a request that the gateway vouched for', async () => {
    const response = await send(header);
    expect(response).toMatchObject({ status: 200, body: { type: 'fact', fact: body } });
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
    ['one of a stranger', () => send(sealBy(stranger(), probeOperation()))],
    ['one of a stranger who says to be the gateway', () => send(withParts(strangers(), { from: gateway.kid }))],
    ['a client that another service than the gateway brings', () => send(sealBy(funding, probeOperation()))],
    ['a browser that another service than the gateway brings', () => send(sealBy(funding, asBrowser))],
    ['another service', () => send(sealBy(funding, asService('gateway')))],
    ['another service, by the gateway', () => send(sealBy(gateway, asService('funding-sources')))],
    ['one that the service itself has made', () => send(sealBy(process.envelopes, probeOperation()))],
    ['a changed principal', () => send(withChanged(header, { principal: { kind: 'service', service: 'gateway' } }))],
    ['no signature', () => send(header.slice(0, header.lastIndexOf('.') + 1))],
    ['a broken signature', () => send(`${header.slice(0, -1)}${header.endsWith('A') ? 'Q' : 'A'}`)],
    ['rubbish', () => send('a.b.c.d')],
    ['rubbish of too few parts', () => send('a.b.c')],
    ['rubbish that is base64url', () => send(withParts(header, { encoded: 'e30', signature: 'e30' }))],
  ])('401 for %s, without telling its instance, and nothing is done', async (_, attempt) => {
    expect(await attempt()).toMatchObject(refused);
    expect(process.handled).toBe(0);
  });

  it('answers a service that speaks for itself', async () => {
    expect((await send(sealBy(funding, asService('funding-sources')))).status).toBe(200);
  });

  it('tells a service that sealed for a former identity which one it has, and does nothing', async () => {
    const answer = await send(withParts(header, { to: 'former' }));
    expect(answer).toMatchObject({ ...refused, kid: process.envelopes.kid });
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
    const old = seal(bytes, bound, before);
    await before.stop();
    const after = await ProbeProcess.start({ clock, port });
    expect((await send(old, { to: after })).status).toBe(401);
    expect(after.handled).toBe(0);
    await after.stop();
  });

  it('tells its instance only to a service that sealed for another, or did not know', async () => {
    const { instance } = process.envelopes;
    expect(await send(gateway.seal(bound, bytes, probeOperation()))).toMatchObject({ status: 401, instance });
    expect(await send(seal(bytes, bound, replica))).toMatchObject({ status: 401, instance });
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
    ['application/octet-stream', 'hello', 415, 'UnsupportedMediaType'],
  ])('%s %j: %i %s', async (type, text, status, code) => {
    const payload = Buffer.from(text);
    expect(await send(seal(payload), { payload, type })).toMatchObject({ status, body: { type: 'error', code } });
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

const refused = { status: 401, instance: undefined, body: { type: 'error', code: 'InvalidCredentials' } };

const stranger = () => new PrincipalEnvelopes(testIdentities('gateway', 'another'), clock);

function withChanged(header: string, change: object): string {
  const { encoded } = partsOf(header);
  const envelope = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as { operation: object };
  const changed = { ...envelope, operation: { ...envelope.operation, ...change } };
  return withParts(header, { encoded: Buffer.from(JSON.stringify(changed)).toString('base64url') });
}

function partsOf(header: string) {
  const [from = '', to = '', encoded = '', signature = ''] = header.split('.');
  return { from, to, encoded, signature };
}

function withParts(header: string, changed: Partial<ReturnType<typeof partsOf>>): string {
  const { from, to, encoded, signature } = { ...partsOf(header), ...changed };
  return [from, to, encoded, signature].join('.');
}
