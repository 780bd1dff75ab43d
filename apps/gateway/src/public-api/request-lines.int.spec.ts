import { created, ref, type ResourceAnswer } from '@halyard/contracts';
import { Bytes } from '@halyard/http';
import type { RequestLine } from '@halyard/observability';
import { until } from '@halyard/testing/waiting';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Readable } from 'node:stream';
import { FakeServices, testClock } from '../../test/fakes.js';
import { GatewayFixture } from '../../test/gateway-fixture.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const customer: ResourceAnswer = {
  type: 'resource',
  kind: 'customer',
  id: ID,
  attributes: { firstName: 'Ada' },
  links: { transfers: ref('listCustomerTransfers', ID) },
};

describe('the request log of the gateway', () => {
  const services = new FakeServices();
  const lines: RequestLine[] = [];
  let gateway: GatewayFixture;

  beforeAll(async () => {
    gateway = await GatewayFixture.start({ REQUEST_LINES: 'json' }, services, testClock(), [], {
      write: (text) => void lines.push(JSON.parse(text) as RequestLine),
    });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    lines.length = 0;
    services.respond = () => ({ status: 200, body: customer });
  });

  const logged = async (): Promise<RequestLine> => {
    await until('the line of a request', () => Promise.resolve(lines.length > 0));
    expect(lines).toHaveLength(1);
    return lines[0];
  };

  it('has a line for each request, with its route, status and time', async () => {
    const { headers } = await gateway.send('GET', `/customers/${ID}`);
    const { durationMs, ...line } = await logged();
    expect(line).toMatchObject({ method: 'GET', target: `/customers/${ID}`, status: 200, notes: [] });
    expect(line.requestId).toBe(headers['x-request-id']);
    expect(durationMs).toBeGreaterThanOrEqual(0);
  });

  it('has the code of a refusal', async () => {
    await gateway.send('GET', '/customers', { token: null });
    expect(await logged()).toMatchObject({ target: '/customers', status: 401, code: 'InvalidCredentials' });
  });

  it('says that an answer is a replay', async () => {
    services.respond = () => ({ status: 201, body: created('customer', ID), isReplayed: true });
    await gateway.send('POST', '/customers', { body: {} });
    expect(await logged()).toMatchObject({ method: 'POST', status: 201, notes: ['replayed'] });
  });

  it('has 304 and HEAD as they are', async () => {
    await gateway.send('HEAD', `/customers/${ID}`, { headers: { 'if-none-match': '*' } });
    expect(await logged()).toMatchObject({ method: 'HEAD', status: 304 });
  });

  it.each([
    ['/customers?search=ada%40example.com&email=ada@example.com', '/customers?…'],
    ['/customers/ada@example.com', '/customers/…'],
    ['/customers/123-45-6789/transfers', '/customers/…/transfers'],
    ['/ada@example.com', '/…'],
    ['/Ada/Byron', '/…/…'],
    ['/costumers', '/costumers'],
    ['/%1b%5b31m/x%0ay', '/…/…'],
    [`/a${'/b'.repeat(50)}`, `/a${'/…'.repeat(6)}`],
    ['/', '/'],
  ])('shows of %s nothing that a client made up', async (path, target) => {
    await gateway.send('GET', path);
    expect(await logged()).toMatchObject({ target });
  });

  it('has the line of a stream at its end, and says that the client has gone', async () => {
    const stream = new Readable({ read: () => undefined });
    stream.push('data: 1\n\n');
    services.respondBytes = () => Promise.resolve(new Bytes(stream, { 'content-type': 'text/event-stream' }));
    const socket = gateway.connection();
    socket.write(`GET /events/stream HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${await services.token()}\r\n\r\n`);
    const received: string[] = [];
    socket.on('data', (chunk) => received.push(String(chunk)));
    await until('the first event', () => Promise.resolve(received.join('').includes('data: 1')));
    expect(lines).toEqual([]);
    socket.resetAndDestroy();
    expect(await logged()).toMatchObject({ target: '/events/stream', status: 200, notes: ['aborted'] });
  });
});
