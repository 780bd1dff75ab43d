import { type Route, routedPath } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import { describe, expect, it } from '@jest/globals';
import { ALL_SCOPES, fact } from '../../test/fakes.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const ID = '0195b3a0-0000-7000-8000-0000000000c1';
const routes: [string, Route][] = Object.entries(publicRoutes);
const guarded = routes.filter(([, { access }]) => access !== 'anyone');
/** How the others pass is `exchanges.int.spec.ts`. */
const forwarded = guarded.filter(([, { owner, kind }]) => owner !== 'gateway' && kind === 'plain');
/** Tokens that lack one thing each, and how a route that asks for it refuses them. */
const PERSON = '0195b3a0-0000-7000-8000-0000000000d1';
const lacks = guarded
  .filter(([, { access }]) => access !== 'linking')
  .flatMap(([name, route]) => {
    const { access, category, people } = route;
    const audience = people !== undefined || access === 'operator';
    const least = { reads: undefined, writes: 'read', 'moves money': 'write' } as const;
    const may = access === 'operator' ? undefined : least[category];
    return [
      ...(audience ? [[name, 'an application of its own', route, { sub: PERSON }, 'Forbidden'] as const] : []),
      ...(access === 'token'
        ? []
        : [[name, 'its scope', route, { scope: ALL_SCOPES.replace(access, '') }, 'InvalidScopes'] as const]),
      ...(may === undefined ? [] : [[name, 'permissions', route, { may }, 'Forbidden'] as const]),
    ];
  });
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

  // What a token may is decided in one place (`obstacleTo`, libs/contracts): here each route is seen to ask there.
  it.each(lacks)('%s needs %s of its token', async (_name, _what, route, claims, code) => {
    const { status, body } = await stage.gateway.send(route.method, pathOf(route), {
      token: await services.token(claims),
    });
    expect([status, body.code]).toEqual([403, code]);
    if (code === 'InvalidScopes') expect(body.message).toContain(route.access);
    if ('may' in claims) expect(body.message).toContain(route.category);
    expect(services.calls).toEqual([]);
  });

  it('is all that is mounted, beside the pages', () => {
    const { served, mounted } = stage.gateway.routes;
    expect([...mounted].sort()).toEqual([...served].sort());
    expect(routes.filter(([, { method, path }]) => !mounted.includes(`${method} ${routedPath(path)}`))).toEqual([]);
  });

  it.each(forwarded)('%s is handed to its owner under the same path', async (_, route) => {
    await stage.gateway.send(route.method, pathOf(route), {
      body: route.method === 'POST' ? { name: 'x' } : undefined,
    });
    expect(services.calls).toMatchObject([{ service: route.owner, method: route.method, path: pathOf(route) }]);
  });
});
