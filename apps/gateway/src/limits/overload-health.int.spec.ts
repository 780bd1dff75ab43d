import { describe, expect, it } from '@jest/globals';
import { createLogger, Metrics, startMetricsServer } from '@halyard/observability';
import { type ServiceHost, startService } from '@halyard/service';
import { until } from '@halyard/testing/waiting';
import { WAIT_MS } from '@halyard/testing/patience';
import { FakeServices, testClock } from '../../test/fakes.js';
import { createGatewayEdge, type GatewayAddresses, gatewayService } from '../gateway.module.js';

const env = {
  PUBLIC_BASE_URL: 'https://localhost:8443',
  TLS: 'off',
  PORT: '0',
  HTTPS_PORT: '0',
  REQUESTS_IN_FLIGHT_MAX: '2',
  REQUESTS_QUEUED_MAX: '1',
};
const ADMITTED = 3;
const SHED = 5;

/** A gateway as its process runs it, with metrics and health beside it. */
async function startGateway(services: FakeServices) {
  const clock = testClock();
  const logger = createLogger({ service: 'gateway', level: 'silent' });
  const metrics = new Metrics();
  const edge = await createGatewayEdge(gatewayService.config(env), clock);
  const host: ServiceHost = {
    env,
    keys: undefined,
    clock,
    loggerOf: () => logger,
    metrics,
    serviceClient: services,
    databaseUrlOf: () => '',
    poolSize: 0,
    openBus: () => Promise.reject(new Error('the gateway has no bus')),
    eventStoreOf: () => undefined,
    listenerOf: () => edge,
    drainTimeoutMs: WAIT_MS,
  };
  const running = await startService(gatewayService, host);
  const health = await startMetricsServer({
    host: '127.0.0.1',
    port: 0,
    registry: metrics.registry,
    ready: async () => (await running.health.readiness()).ready,
  });
  const { baseUrl } = running.opened as GatewayAddresses;
  return {
    baseUrl,
    healthUrl: `http://127.0.0.1:${health.port}`,
    stop: async () => {
      await running.stop();
      await health.close();
    },
  };
}

describe('a gateway that turns requests away', () => {
  it('is live and ready, serves operators, and forwards only what it has admitted', async () => {
    const services = new FakeServices();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    services.respond = async ({ path }) => {
      if (path === '/events') await released;
      return { status: 200, body: { type: 'raw', headers: {}, body: '{}' } };
    };
    const { baseUrl, healthUrl, stop } = await startGateway(services);
    const headers = { authorization: `Bearer ${await services.token()}` };
    const get = (path: string): Promise<Response> => fetch(baseUrl + path, { headers });
    const measured = async (line: string): Promise<boolean> =>
      (await (await fetch(`${healthUrl}/metrics`)).text()).split('\n').includes(line);

    // From now on the token is known: what comes next needs one place and no more.
    expect((await get('/customers')).status).toBe(200);
    services.calls.length = 0;
    const admitted = Array.from({ length: ADMITTED }, () => get('/events'));
    try {
      await until('the budget is used up', () => measured('halyard_gateway_requests_queued{class="request"} 1'));
      const shed = await Promise.all(Array.from({ length: SHED }, () => get('/customers')));
      expect(shed.map((answer) => [answer.status, answer.headers.get('retry-after')])).toEqual(
        shed.map(() => [503, '1']),
      );
      for (const path of ['/health/ready', '/health/live']) expect((await fetch(healthUrl + path)).status).toBe(200);
      expect(await measured(`halyard_gateway_requests_shed_total{class="request"} ${SHED}`)).toBe(true);
      expect((await get('/operations/transfers/parked-keys')).status).toBe(200);
    } finally {
      release();
      await Promise.all(admitted);
      await stop();
    }
    expect((await Promise.all(admitted)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(services.calls.map(({ path }) => path).filter((path) => path !== '/events')).toEqual([
      '/operations/transfers/parked-keys',
    ]);
  });
});
