import type { Revocation } from '@halyard/contracts/authorization';
import { newId } from '@halyard/core';
import { until } from '@halyard/testing/waiting';
import { describe, expect, it } from '@jest/globals';
import { ACCOUNT_ID, APPLICATION_ID, CLIENT } from '../../../test/fakes.js';
import type { GatewayFixture } from '../../../test/gateway-fixture.js';
import { GatewayStage } from '../../../test/gateway-stage.js';

const BASIC = `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`;

describe('what has ended', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: { type: 'raw', headers: {}, body: '{}' } }));
  const { services, clock } = stage;
  const untilMs = clock.system().getTime() + 3_600_000;
  const nowSeconds = clock.system().getTime() / 1_000;

  const revoke = (...ended: readonly Omit<Revocation, 'untilMs'>[]) =>
    services.revoke(...ended.map((one) => ({ ...one, untilMs })));
  const codeFor = async (token: string, gateway: GatewayFixture = stage.gateway) =>
    (await gateway.send('GET', '/customers', { token })).body.code;
  const refused = (token: string, code: string) => until(`${code}`, async () => (await codeFor(token)) === code);

  it.each<[Revocation['kind'], object, string]>([
    ['token', { jti: 'id' }, 'InvalidAccessToken'],
    ['family', { family: 'id' }, 'InvalidAccessToken'],
    ['session', { sid: 'id' }, 'InvalidAccessToken'],
    ['person', { sub: 'id' }, 'InvalidAccessToken'],
    ['application', { client_id: 'id' }, 'InvalidApplicationStatus'],
    ['account', { account_id: 'id' }, 'InvalidAccountStatus'],
  ])('ends tokens that name it, verified before or not: %s', async (kind, claims, code) => {
    const id = newId();
    const own = Object.fromEntries(Object.keys(claims).map((claim) => [claim, id]));
    const [known, fresh, other] = [
      await services.token({ ...own, n: 1 }),
      await services.token({ ...own, n: 2 }),
      await services.token({ jti: newId() }),
    ];
    expect([await codeFor(known), await codeFor(other)]).toEqual([undefined, undefined]);
    revoke({ kind, id });
    await refused(known, code);
    expect([await codeFor(fresh), await codeFor(other)]).toEqual([code, undefined]);
  });

  it('ends only what was issued before, where it says so', async () => {
    const id = newId();
    const [before, after] = [
      await services.token({ family: id, iat: nowSeconds }),
      await services.token({ family: id, iat: nowSeconds + 0.001 }),
    ];
    expect([await codeFor(before), await codeFor(after)]).toEqual([undefined, undefined]);
    revoke({ kind: 'family', id, beforeMs: nowSeconds * 1_000 + 1 });
    await refused(before, 'InvalidAccessToken');
    expect(await codeFor(after)).toBeUndefined();
  });

  it('ends what authenticates by key and secret as well, without a call per request', async () => {
    const send = () => stage.gateway.send('GET', '/events', { token: null, headers: { authorization: BASIC } });
    expect((await send()).status).toBe(200);
    const asked = services.authentications;
    expect((await send()).status).toBe(200);
    expect(services.authentications).toBe(asked);

    revoke({ kind: 'credentials', id: APPLICATION_ID });
    await until('auth is asked again', async () => {
      await send();
      return services.authentications > asked;
    });
    expect((await send()).status).toBe(200);

    revoke({ kind: 'account', id: ACCOUNT_ID });
    await until('the account has ended', async () => (await send()).body.code === 'InvalidAccountStatus');
    const statuses = await stage.gateway.send('GET', '/events', {});
    expect([statuses.status, statuses.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="api", error="invalid_token"',
    ]);
    revoke({ kind: 'account', id: ACCOUNT_ID, beforeMs: 0 });
    await until('the account is there again', async () => (await send()).status === 200);
  });

  describe('a signing key that was withdrawn', () => {
    const DAYS_S = 10 * 24 * 3_600;
    const withdraw = async (): Promise<void> => {
      const id = await services.kid();
      services.rotateKeys();
      revoke({ kind: 'signing-key', id });
    };

    it('ends the tokens that it signed, while those of the next key are good at once', async () => {
      const [known, fresh] = [await services.token({ n: 1 }), await services.token({ n: 2 })];
      expect(await codeFor(known)).toBeUndefined();
      await withdraw();
      await refused(known, 'InvalidAccessToken');
      expect(await codeFor(fresh)).toBe('InvalidAccessToken');
      expect(await codeFor(await services.token())).toBeUndefined();
    });

    it('is not taken from an answer that was on its way', async () => {
      const held = Promise.withResolvers<void>();
      services.keysHeld = held.promise;
      const fetches = services.keyFetches;
      const gateway = await stage.start();
      const early = gateway.send('GET', '/customers', { token: await services.token() });
      await until('the keys are asked for', () => services.keyFetches > fetches);
      await withdraw();
      services.keysHeld = Promise.resolve();
      const next = await services.token();
      await until('a token of the next key is good', async () => (await codeFor(next, gateway)) === undefined);
      held.resolve();
      expect((await early).body.code).toBe('InvalidAccessToken');
      expect(await codeFor(await services.token(), gateway)).toBeUndefined();
      await gateway.stop();
    });

    it('stays so when the list has forgotten it, also for tokens that would live longer', async () => {
      const gateway = await stage.start();
      const start = clock.system();
      const stolen = await services.token({ exp: nowSeconds + DAYS_S });
      expect(await codeFor(stolen, gateway)).toBeUndefined();
      await withdraw();
      await until('refused', async () => (await codeFor(stolen, gateway)) === 'InvalidAccessToken');
      clock.advance(2 * 3_600_000);
      try {
        const untilLater = clock.system().getTime() + 3_600_000;
        const many = Array.from({ length: 600 }, () => ({ kind: 'token', id: newId(), untilMs: untilLater }) as const);
        services.revoke(...many);
        const isCleared = async () => /^halyard_gateway_revocations 6\d\d$/m.test(await gateway.metricsText());
        await until('the list was cleared', isCleared);
        expect(await codeFor(stolen, gateway)).toBe('InvalidAccessToken');
      } finally {
        clock.set(start);
      }
      await gateway.stop();
    });
  });

  it('is loaded before a gateway is ready, and known to a second one', async () => {
    const id = newId();
    revoke({ kind: 'token', id });
    const second = await stage.start();
    expect(await codeFor(await services.token({ jti: id }), second)).toBe('InvalidAccessToken');
    await second.stop();
  });

  it('is asked of auth for tokens that were not verified before, once there is no room for all of it', async () => {
    const small = await stage.start({ REVOCATIONS_MAX: '1' });
    const [known, fresh] = [await services.token({ jti: newId() }), await services.token({ jti: newId() })];
    const id = newId();
    const remembered = await services.token({ jti: id });
    expect(await codeFor(known, small)).toBeUndefined();
    expect(await codeFor(remembered, small)).toBeUndefined();
    revoke({ kind: 'token', id: newId() }, { kind: 'token', id });
    services.verdict = { ended: 'token' };
    await until('the remembered one', async () => (await codeFor(remembered, small)) === 'InvalidAccessToken');
    expect([await codeFor(known, small), await codeFor(fresh, small)]).toEqual([undefined, 'InvalidAccessToken']);
    services.verdict = {};
    expect(await codeFor(fresh, small)).toBeUndefined();
    await small.stop();
  });

  it('lets a gateway that is cut off from auth go on for some seconds, and no longer', async () => {
    const cutOff = await stage.start({ AUTH_OUTAGE_SECONDS_MAX: '1' });
    const token = await services.token({ jti: newId() });
    // On a busy machine it may not hear from auth for longer than that.
    await until('it is served', async () => (await codeFor(token, cutOff)) === undefined);
    services.isAuthAway = true;
    revoke({ kind: 'token', id: newId() });
    await until('503', async () => (await codeFor(token, cutOff)) === 'ServiceUnavailable');
    const text = await cutOff.metricsText();
    const age = Number(/^halyard_gateway_revocations_age_seconds (\S+)$/m.exec(text)?.[1]);
    expect(age).toBeGreaterThan(1);
    services.isAuthAway = false;
    await until('it is heard again', async () => (await codeFor(token, cutOff)) === undefined);
    await cutOff.stop();
  });

  it('lets no gateway answer that never heard of auth', async () => {
    services.isAuthAway = true;
    const cutOff = await stage.start();
    expect(await codeFor(await services.token(), cutOff)).toBe('ServiceUnavailable');
    services.isAuthAway = false;
    await cutOff.stop();
  });
});
