import { permissions, publicRoutes, type Route } from '@halyard/contracts';
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
/** The categories that each of these permissions reaches. */
const reached = {
  read: ['reads'],
  write: ['reads', 'writes'],
  'read-write-transact': ['reads', 'writes', 'moves money'],
} as const;
/** The scope `operator` alone opens the routes of operators. */
const measured = guarded
  .filter(([, { access }]) => access !== 'linking' && access !== 'operator')
  .flatMap(([name, route]) => permissions.map((may) => [name, may, route] as const));
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

  it.each(measured)('%s by a token that may %s', async (_, may, route) => {
    const token = await services.token({ may });
    const { status, body } = await stage.gateway.send(route.method, pathOf(route), { token });
    const isReached = reached[may].some((category) => category === route.category);
    expect([status === 403, body.code === 'Forbidden', body.message?.includes(route.category) ?? false]).toEqual(
      Array(3).fill(!isReached),
    );
  });

  it('says of these alone that they move money, and that a POST or DELETE only reads', () => {
    const named = (category: Route['category']) =>
      routes.filter(([, route]) => route.category === category && route.method !== 'GET').map(([name]) => name);
    expect(named('moves money').sort()).toEqual([
      'cancelTransfer',
      'createTransfer',
      'simulateBankProcessing',
      'simulateTransfer',
      'startOrVerifyMicroDeposits',
    ]);
    expect(named('reads').sort()).toEqual([
      'getUserinfoByPost',
      'introspectToken',
      'queryBusinessClassification',
      'queryBusinessClassifications',
    ]);
    expect(routes.filter(([, { method, category }]) => method === 'GET' && category !== 'reads')).toEqual([]);
  });

  it.each(forwarded)('%s is handed to its owner under the same path', async (_, route) => {
    await stage.gateway.send(route.method, pathOf(route), {
      body: route.method === 'POST' ? { name: 'x' } : undefined,
    });
    expect(services.calls).toMatchObject([{ service: route.owner, method: route.method, path: pathOf(route) }]);
  });
});
