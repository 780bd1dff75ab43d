import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Clock } from '@halyard/core';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';
import type { Response } from 'light-my-request';
import { prepareProbe, ProbeModule, probeOperation } from '../behaviour-service.js';
import { ENVELOPE_HEADER, PrincipalEnvelopes } from './principal-envelope.js';
import { ServiceFastifyAdapter } from './service-fastify.js';

class DrivenClock extends Clock {
  time = new Date('2026-01-05T12:00:00Z');
  override now = () => this.time;
  override system = () => this.time;
  pass(ms: number) {
    this.time = new Date(this.time.getTime() + ms);
  }
}

const key = randomBytes(32);
const clock = new DrivenClock();
const gateway = new PrincipalEnvelopes(key, clock);
const body = { amount: '10.00' };
const bytes = Buffer.from(JSON.stringify(body));
const bound = { service: 'customers', method: 'POST', target: '/echo?a=1' } as const;

describe('a service that listens', () => {
  let app: NestFastifyApplication;
  let server: FastifyInstance;
  let header: string;

  const send = (
    headers: Record<string, string>,
    {
      method = 'POST',
      url = '/echo?a=1',
      payload = bytes,
    }: { method?: 'POST' | 'PUT'; url?: string; payload?: Buffer } = {},
  ): Promise<Response> =>
    server.inject({ method, url, payload, headers: { 'content-type': 'application/json', ...headers } });
  const signed = (value: string) => ({ [ENVELOPE_HEADER]: value });

  beforeAll(async () => {
    const envelopes = new PrincipalEnvelopes(key, clock);
    const adapter = new ServiceFastifyAdapter({ service: 'customers', envelopes });
    app = await NestFactory.create<NestFastifyApplication>(ProbeModule, adapter, { logger: false, bodyParser: false });
    prepareProbe(app);
    await app.init();
    server = adapter.getInstance<FastifyInstance>();
    await server.ready();
  });
  afterAll(() => app.close());

  beforeEach(() => {
    header = gateway.seal(bound, bytes, probeOperation());
  });

  it('answers a request that somebody with the key vouched for', async () => {
    const response = await send(signed(header));
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({ document: 'fact', fact: body });
  });

  it.each<[string, () => Promise<Response>]>([
    ['no principal', () => send({})],
    ['one for another path', () => send(signed(header), { url: '/things?a=1' })],
    ['one for another query', () => send(signed(header), { url: '/echo?a=2' })],
    ['one for another method', () => send(signed(header), { method: 'PUT' })],
    ['one for another body', () => send(signed(header), { payload: Buffer.from('{"amount":"99.00"}') })],
    [
      'one whose body was taken away',
      () => server.inject({ method: 'POST', url: '/echo?a=1', headers: signed(header) }),
    ],
    [
      'one for another service',
      () => send(signed(gateway.seal({ ...bound, service: 'transfers' }, bytes, probeOperation()))),
    ],
    [
      'one under another key',
      () => send(signed(new PrincipalEnvelopes(randomBytes(32), clock).seal(bound, bytes, probeOperation()))),
    ],
    ['a changed principal', () => send(signed(withPrincipal(header, { kind: 'service', service: 'gateway' })))],
    ['no signature', () => send(signed(`${header.split('.')[0]}.`))],
    ['rubbish', () => send(signed('a.b.c'))],
    ['rubbish that is base64url', () => send(signed('e30.e30'))],
  ])('401 for %s', async (_, request) => {
    const response = await request();
    expect(response.statusCode).toBe(401);
    expect(response.json()).toMatchObject({ document: 'error', code: 'InvalidCredentials' });
  });

  it('401 for the same delivery a second time', async () => {
    expect((await send(signed(header))).statusCode).toBe(200);
    expect((await send(signed(header))).statusCode).toBe(401);
  });

  it('401 once the delivery is too old, and while it lies too far in the future', async () => {
    clock.pass(10_001);
    expect((await send(signed(header))).statusCode).toBe(401);
    const early = gateway.seal(bound, bytes, probeOperation());
    clock.pass(-10_001);
    expect((await send(signed(early))).statusCode).toBe(401);
  });

  it('remembers a delivery from a clock that runs ahead until it has expired', async () => {
    clock.pass(10_000);
    const early = gateway.seal(bound, bytes, probeOperation());
    clock.pass(-10_000);
    expect((await send(signed(early))).statusCode).toBe(200);
    clock.pass(20_000);
    expect((await send(signed(early))).statusCode).toBe(401);
  });

  it.each([
    ['application/json', '{"a":', 400, 'BadRequest'],
    ['text/plain', 'hello', 415, 'UnsupportedMediaType'],
  ])('%s %j: %i %s', async (type, text, status, code) => {
    const payload = Buffer.from(text);
    const headers = { ...signed(gateway.seal(bound, payload, probeOperation())), 'content-type': type };
    const response = await send(headers, { payload });
    expect(response.statusCode).toBe(status);
    expect(response.json()).toMatchObject({ document: 'error', code });
  });

  it('413 for a body above the limit', async () => {
    const payload = Buffer.alloc(16 * 1024 * 1024 + 1, 'x');
    const response = await send(signed(gateway.seal(bound, payload, probeOperation())), { payload });
    expect(response.statusCode).toBe(413);
    expect(response.json()).toMatchObject({ document: 'error', code: 'PayloadTooLarge' });
  });
});

function withPrincipal(header: string, principal: unknown): string {
  const [encoded = '', signature = ''] = header.split('.');
  const envelope = JSON.parse(Buffer.from(encoded, 'base64url').toString()) as { operation: object };
  const changed = { ...envelope, operation: { ...envelope.operation, principal } };
  return `${Buffer.from(JSON.stringify(changed)).toString('base64url')}.${signature}`;
}
