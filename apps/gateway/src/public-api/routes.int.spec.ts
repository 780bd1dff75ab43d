import { publicRoutes, type Route } from '@halyard/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../test/fakes.js';
import { gatewayDatabase, GatewayFixture, START_TIMEOUT_MS } from '../../test/gateway-fixture.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const routes: [string, Route][] = Object.entries(publicRoutes);
const guarded = routes.filter(([, { access }]) => access !== 'anyone');
const scoped = guarded.filter(([, { access }]) => access !== 'token');
const forwarded = guarded.filter(([, { owner }]) => owner !== 'gateway');
const pathOf = ({ path }: Route): string => path.replace(':id', ID);

describe('the table of public routes', () => {
  let database: Awaited<ReturnType<typeof gatewayDatabase>>;
  let gateway: GatewayFixture;

  beforeAll(async () => {
    database = await gatewayDatabase();
    gateway = await GatewayFixture.start(database.dataSource);
  }, START_TIMEOUT_MS);
  beforeEach(() => {
    gateway.services.calls.length = 0;
  });
  afterAll(async () => {
    await gateway.stop();
    await database.drop();
  });

  it.each(guarded)('%s needs a token', async (_, route) => {
    const { status, body, headers } = await gateway.send(route.method, pathOf(route), { token: null });
    expect([status, body.code]).toEqual([401, 'InvalidCredentials']);
    expect(headers['www-authenticate']).toBe('Bearer realm="api"');
    expect(gateway.services.calls).toEqual([]);
  });

  it.each(scoped)('%s needs its scope', async (_, route) => {
    const token = await gateway.services.token({ scope: ALL_SCOPES.replace(route.access, '') });
    const { status, body } = await gateway.send(route.method, pathOf(route), { token });
    expect([status, body.code]).toEqual([403, 'InvalidScopes']);
    expect(body.message).toContain(route.access);
    expect(gateway.services.calls).toEqual([]);
  });

  it.each(forwarded)('%s is handed to its owner under the same path', async (_, route) => {
    await gateway.send(route.method, pathOf(route), { body: route.method === 'POST' ? { name: 'x' } : undefined });
    expect(gateway.services.calls).toMatchObject([{ service: route.owner, method: route.method, path: pathOf(route) }]);
  });
});
