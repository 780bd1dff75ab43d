import { publicRoutes, type Route } from '@halyard/contracts';
import { describe, expect, it } from '@jest/globals';
import { ALL_SCOPES, fact } from '../../test/fakes.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const routes: [string, Route][] = Object.entries(publicRoutes);
const guarded = routes.filter(([, { access }]) => access !== 'anyone');
/** What a linking token allows is for the owner to say. */
const scoped = guarded.filter(([, { access }]) => access !== 'token' && access !== 'linking');
/** How the others pass is `exchanges.int.spec.ts`. */
const forwarded = guarded.filter(([, { owner, kind }]) => owner !== 'gateway' && kind === 'plain');
const pathOf = ({ path }: Route): string => path.replaceAll(/:\w+/g, ID);

describe('the table of public routes', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: fact(null) }));
  const { services } = stage;

  it.each(guarded)('%s needs a token', async (_, route) => {
    const { status, body, headers } = await stage.gateway.send(route.method, pathOf(route), { token: null });
    expect([status, body.code]).toEqual([401, 'InvalidCredentials']);
    expect(headers['www-authenticate']).toBe('Bearer realm="api"');
    expect(services.calls).toEqual([]);
  });

  it.each(scoped)('%s needs its scope', async (_, route) => {
    const token = await services.token({ scope: ALL_SCOPES.replace(route.access, '') });
    const { status, body } = await stage.gateway.send(route.method, pathOf(route), { token });
    expect([status, body.code]).toEqual([403, 'InvalidScopes']);
    expect(body.message).toContain(route.access);
    expect(services.calls).toEqual([]);
  });

  it.each(forwarded)('%s is handed to its owner under the same path', async (_, route) => {
    await stage.gateway.send(route.method, pathOf(route), {
      body: route.method === 'POST' ? { name: 'x' } : undefined,
    });
    expect(services.calls).toMatchObject([{ service: route.owner, method: route.method, path: pathOf(route) }]);
  });
});
