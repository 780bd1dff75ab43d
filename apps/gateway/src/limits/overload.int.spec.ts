import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { FakeServices } from '../../test/fakes.js';
import { type Answer, GatewayFixture } from '../../test/gateway-fixture.js';

const settings = { REQUESTS_IN_FLIGHT_MAX: '2', REQUESTS_QUEUED_MAX: '1' };
const tokenForm = { 'content-type': 'application/x-www-form-urlencoded' };

describe('a gateway with more to do than it may', () => {
  /** Calls `test` when as much is in flight as may be, and one request more waits. */
  async function whileFull(test: (gateway: GatewayFixture, services: FakeServices) => Promise<void>): Promise<void> {
    const services = new FakeServices();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    services.respond = async ({ path }) => {
      if (path === '/events') await released;
      return { status: 200, body: { type: 'raw', headers: {}, body: '{}' } };
    };
    const gateway = await GatewayFixture.start(settings, services);
    const admitted: Promise<Answer>[] = [];
    try {
      for (const count of [1, 2]) {
        admitted.push(gateway.send('GET', '/events'));
        await services.called(count);
      }
      admitted.push(gateway.send('GET', '/events'));
      await gateway.untilMeasured('halyard_gateway_requests_queued{class="request"} 1');
      await test(gateway, services);
    } finally {
      release();
      const answers = await Promise.all(admitted);
      await gateway.stop();
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    }
  }

  it.each([
    ['GET', '/customers', {}],
    ['POST', '/customers', { body: {} }],
    ['POST', '/token', { body: 'client_id=a&client_secret=b', headers: tokenForm, token: null }],
    ['GET', '/customers', { token: null, headers: { authorization: 'Basic YTpi' } }],
    ['GET', '/customers', { token: 'unknown' }],
  ])('turns %s %s away before it asks anybody: %j', (method, path, sent) =>
    whileFull(async (gateway, services) => {
      const asked = [services.calls.length, services.authentications];
      const accept = 'application/vnd.acme.v1.hal+json';
      const given = 'headers' in sent ? sent.headers : {};
      const { status, headers, body } = await gateway.send(method, path, { ...sent, headers: { ...given, accept } });
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '1']);
      expect(headers['content-type']).toContain(path === '/token' ? 'application/json' : accept);
      expect(headers['x-request-id']).toHaveLength(36);
      expect([services.calls.length, services.authentications]).toEqual(asked);
      await gateway.untilMeasured('halyard_gateway_requests_shed_total{class="request"} 1');
    }),
  );

  it('does so before a body has come, and says so instead of 100 Continue', () =>
    whileFull(async (gateway) => {
      const token = await gateway.services.token();
      const head = (expectation: string) =>
        [
          'POST /customers HTTP/1.1',
          'Host: x',
          `Authorization: Bearer ${token}`,
          'Content-Type: application/json',
          `Content-Length: 100000${expectation}`,
          '',
          '',
        ].join('\r\n');
      for (const expectation of ['', '\r\nExpect: 100-continue']) {
        const socket = gateway.connection();
        socket.write(head(expectation));
        const [answer] = (await once(socket, 'data')) as [string];
        expect(answer).toMatch(/^HTTP\/1\.1 503 /);
        socket.destroy();
      }
    }));

  it('serves operators, and says what does not exist', () =>
    whileFull(async (gateway) => {
      expect((await gateway.send('GET', '/operations/transfers/parked-keys')).status).toBe(200);
      expect((await gateway.send('GET', '/nowhere')).status).toBe(404);
    }));

  it('forgets what waits for a client that has left', async () => {
    const services = new FakeServices();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    services.respond = async () => {
      await released;
      return { status: 200, body: { type: 'raw', headers: {}, body: '{}' } };
    };
    const gateway = await GatewayFixture.start({ REQUESTS_IN_FLIGHT_MAX: '1' }, services);
    const running = gateway.send('GET', '/events');
    await services.called(1);
    const socket = gateway.connection();
    socket.write(`GET /customers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await services.token()}\r\n\r\n`);
    await gateway.untilMeasured('halyard_gateway_requests_queued{class="request"} 1');
    socket.resetAndDestroy();
    await gateway.untilMeasured('halyard_gateway_requests_queued{class="request"} 0');
    release();
    await running;
    await gateway.stop();
    expect(services.calls.map(({ path }) => path)).toEqual(['/events']);
  });

  it('lets a client that sends its body slowly hold up nobody', async () => {
    const services = new FakeServices();
    services.respond = () => ({ status: 200, body: { type: 'raw', headers: {}, body: '{}' } });
    const gateway = await GatewayFixture.start({ REQUESTS_IN_FLIGHT_MAX: '1', REQUESTS_QUEUED_MAX: '0' }, services);
    const token = await services.token();
    const socket = gateway.connection();
    socket.write(
      `POST /customers HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{`,
    );
    await gateway.untilMeasured('halyard_gateway_requests_in_flight{class="body"} 1');
    expect((await gateway.send('GET', '/customers')).status).toBe(200);
    socket.destroy();
    await gateway.untilMeasured('halyard_gateway_requests_in_flight{class="body"} 0');
    await gateway.stop();
  });
});
