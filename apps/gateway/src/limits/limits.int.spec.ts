import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ACCOUNT_ID, APPLICATION_ID, CLIENT } from '../../test/fakes.js';
import { type GatewayFixture, type SentRequest, withDataDir } from '../../test/gateway-fixture.js';
import { GatewayStage } from '../../test/gateway-stage.js';

const basic = (secret: string, id = CLIENT.id): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });

describe('limits', () => {
  const stage = new GatewayStage(() => ({ status: 200, body: { type: 'raw', headers: {}, body: '{}' } }));
  const { services, clock } = stage;

  const withGateway = async (
    settings: Readonly<Record<string, string>>,
    test: (gateway: GatewayFixture) => Promise<void>,
  ): Promise<void> => {
    const gateway = await stage.start({ TRUSTED_PROXIES: '127.0.0.1', ...settings });
    try {
      await test(gateway);
    } finally {
      await gateway.stop();
    }
  };

  describe('of strangers, by address', () => {
    let gateway: GatewayFixture;
    beforeAll(async () => {
      gateway = await stage.start({ TRUSTED_PROXIES: '127.0.0.1', ANONYMOUS_RATE_LIMIT_PER_MINUTE: '2' });
    });
    // What the test before has used is counted no more.
    beforeEach(() => clock.advance(60_000));
    afterAll(() => gateway.stop());

    const strangers: readonly (readonly [what: string, path: string, sent: SentRequest, status: number])[] = [
      ['a missing token', '/customers', { token: null }, 401],
      ['a wrong token', '/customers', { token: 'wrong' }, 401],
      ['wrong credentials', '/customers', { token: null, headers: basic('wrong', 'another') }, 401],
      ['a token that its owner judges', '/linking/session', { token: 'linking' }, 200],
      ['an address that does not exist', '/nowhere', {}, 404],
      ['a method that the address does not have', '/token', {}, 405],
      ['a Host that is none', '/customers', { headers: { host: 'a"b' } }, 400],
      ['an address that can not be decoded', '/%zz', {}, 400],
      ['plain HTTP in front of a proxy', '/customers', { headers: { 'x-forwarded-proto': 'http' } }, 302],
    ];

    it.each(strangers)('count %s', async (_, path, sent, status) => {
      const statuses = [];
      for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']) {
        const headers = { ...sent.headers, ...from(address) };
        statuses.push((await gateway.send('GET', path, { ...sent, headers })).status);
      }
      expect(statuses).toEqual([status, status, 429, status]);
    });

    it('count an expectation that can not be met', async () => {
      const statuses = [];
      for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']) {
        const socket = gateway.connection();
        socket.write(`GET / HTTP/1.1\r\nHost: x\r\nExpect: a-miracle\r\nX-Forwarded-For: ${address}\r\n\r\n`);
        const [answer] = (await once(socket, 'data')) as [string];
        statuses.push(answer.split(' ')[1]);
        socket.destroy();
      }
      expect(statuses).toEqual(['417', '417', '429', '417']);
    });

    it('count who is sent from plain HTTP to HTTPS', () =>
      withDataDir(async (dataDir) => {
        const settings = { TLS: 'on', DATA_DIR: dataDir, ANONYMOUS_RATE_LIMIT_PER_MINUTE: '2' };
        await withGateway(settings, async ({ addresses }) => {
          const statuses = [];
          for (const address of ['192.0.2.1', '192.0.2.1', '192.0.2.1', '192.0.2.2']) {
            const init = { headers: from(address), redirect: 'manual' } as const;
            statuses.push((await fetch(`${addresses.redirectUrl}/customers`, init)).status);
          }
          expect(statuses).toEqual([302, 302, 429, 302]);
        });
      }));

    it('do not touch applications that are known, at the same address', async () => {
      const token = await services.token();
      const statuses = [];
      statuses.push((await gateway.send('GET', '/customers', { token })).status);
      for (const _ of [1, 2, 3]) statuses.push((await gateway.send('GET', '/nowhere')).status);
      statuses.push((await gateway.send('GET', '/customers', { token })).status);
      expect(statuses).toEqual([200, 404, 429, 429, 200]);
    });

    it('count the addresses of one IPv6 network together', async () => {
      const statuses = [];
      for (const address of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2::3', '2001:db8:1:3::1']) {
        statuses.push((await gateway.send('GET', '/nowhere', { headers: from(address) })).status);
      }
      expect(statuses).toEqual([404, 404, 429, 404]);
    });

    it('say when to come back, and are over then', () =>
      withGateway({ ANONYMOUS_RATE_LIMIT_PER_MINUTE: '1' }, async (gateway) => {
        await gateway.send('GET', '/nowhere');
        const { headers, body } = await gateway.send('GET', '/nowhere');
        expect([body.code, headers['ratelimit-remaining']]).toEqual(['TooManyRequests', '0']);
        clock.advance(Number(headers['retry-after']) * 1_000);
        expect((await gateway.send('GET', '/nowhere')).status).toBe(404);
      }));
  });

  describe('of secrets that are wrong', () => {
    const onApi = async (gateway: GatewayFixture, secret: string, address: string) => {
      const headers = { ...basic(secret), ...from(address) };
      const { status, headers: answered } = await gateway.send('GET', '/events', { token: null, headers });
      return [status, answered['retry-after']];
    };
    const atToken = async (gateway: GatewayFixture, secret: string, address: string) => {
      services.respond = ({ body }) => {
        const isRight = JSON.stringify(body).includes(`"client_secret":"${CLIENT.secret}"`);
        return { status: isRight ? 200 : 401, body: { type: 'raw', headers: {}, body: '{}' } };
      };
      const { status, headers } = await gateway.send('POST', '/token', {
        token: null,
        body: new URLSearchParams({ client_id: CLIENT.id.toUpperCase(), client_secret: secret }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...from(address) },
      });
      return [status, headers['retry-after']];
    };

    it.each([
      ['an API request', onApi],
      ['/token', atToken],
    ])('slow down the wrong ones behind them, at %s, and never the right one', (_, show) =>
      withGateway({}, async (gateway) => {
        for (const guess of [1, 2, 3, 4, 5])
          expect(await show(gateway, `${guess}`, '192.0.2.1')).toEqual([401, undefined]);
        expect(await show(gateway, '6', '192.0.2.1')).toEqual([429, '1']);
        expect(await show(gateway, CLIENT.secret, '192.0.2.1')).toEqual([200, undefined]);
        expect(await show(gateway, '6', '192.0.2.1')).toEqual([429, '1']);
        expect(await show(gateway, '6', '192.0.2.2')).toEqual([401, undefined]);

        clock.advance(1_000);
        expect(await show(gateway, '7', '192.0.2.1')).toEqual([401, undefined]);
        expect(await show(gateway, '8', '192.0.2.1')).toEqual([429, '2']);
        expect(await show(gateway, CLIENT.secret, '192.0.2.1')).toEqual([200, undefined]);
        clock.advance(2_000);
        expect(await show(gateway, '9', '192.0.2.1')).toEqual([401, undefined]);
        expect(await show(gateway, '10', '192.0.2.1')).toEqual([429, '4']);
      }),
    );

    it.each([
      ['an API request', onApi],
      ['/token', atToken],
    ])('are told one by one then, however many come at a time, and the right one among them at once: %s', (_, show) =>
      withGateway({}, async (gateway) => {
        for (const guess of [1, 2, 3, 4, 5]) await show(gateway, `${guess}`, '192.0.2.1');
        clock.advance(1_000);
        const guesses = Array.from({ length: 100 }, (_, index) => `guess-${index}`);
        const sent = [...guesses.slice(0, 50), CLIENT.secret, ...guesses.slice(50)];
        const statuses = (await Promise.all(sent.map((secret) => show(gateway, secret, '192.0.2.1')))).map(([s]) => s);
        expect(statuses[50]).toBe(200);
        expect(statuses.toSpliced(50, 1).sort()).toEqual([401, ...guesses.slice(1).map(() => 429)]);
      }),
    );

    it('cost a minute each at most, and are forgotten after a while', () =>
      withGateway({}, async (gateway) => {
        for (let guess = 0; guess < 20; guess += 1) {
          await onApi(gateway, `${guess}`, '192.0.2.1');
          clock.advance(60_000);
        }
        expect(await onApi(gateway, 'x', '192.0.2.1')).toEqual([401, undefined]);
        expect(await onApi(gateway, 'y', '192.0.2.1')).toEqual([429, '60']);
        clock.advance(15 * 60_000);
        for (const guess of [1, 2, 3, 4, 5])
          expect(await onApi(gateway, `${guess}`, '192.0.2.1')).toEqual([401, undefined]);
      }));
  });

  it('of applications count what they do from any address', () =>
    withGateway({ RATE_LIMIT_PER_MINUTE: '1' }, async (gateway) => {
      const token = await services.token({ client_id: APPLICATION_ID, account_id: ACCOUNT_ID });
      const statuses = [];
      for (const address of ['192.0.2.1', '192.0.2.2']) {
        statuses.push((await gateway.send('GET', '/customers', { token, headers: from(address) })).status);
      }
      expect(statuses).toEqual([200, 429]);
    }));

  it('of accounts count what all their applications do, and people by themselves', () =>
    withGateway({ ACCOUNT_RATE_LIMIT_PER_MINUTE: '2' }, async (gateway) => {
      const [account, other] = [randomUUID(), randomUUID()];
      const statusOf = async (claims: object) => {
        const token = await services.token({ client_id: randomUUID(), account_id: account, ...claims });
        return (await gateway.send('GET', '/customers', { token })).status;
      };
      expect([await statusOf({}), await statusOf({}), await statusOf({})]).toEqual([200, 200, 429]);
      expect(await statusOf({ account_id: other, client_account_id: account })).toBe(429);
      expect(await statusOf({ account_id: other })).toBe(200);
      expect(await statusOf({ sub: randomUUID(), first_party: true })).toBe(200);
    }));
});
