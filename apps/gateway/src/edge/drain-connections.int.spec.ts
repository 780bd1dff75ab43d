import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type Agent, Agent as HttpAgent, type IncomingMessage, request } from 'node:http';
import { Agent as HttpsAgent, request as secureRequest } from 'node:https';
import { created } from '@halyard/contracts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { WAIT_MS } from '@halyard/testing/patience';
import { fact, FakeServices } from '../../test/fakes.js';
import { GatewayFixture, withDataDir } from '../../test/gateway-fixture.js';

describe('a gateway that stops', () => {
  let services: FakeServices;
  /** Lets `POST /customers` be answered. */
  let release: () => void;
  beforeEach(() => {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    release = resolve;
    services = new FakeServices();
    services.respond = async ({ method }) => {
      if (method === 'POST') await released;
      return { status: 201, body: created('customer', 'x') };
    };
  });

  /** A client with one connection, which it keeps. */
  const connectionTo = async ({ baseUrl, authorityFile }: GatewayFixture['addresses']) => {
    const ca = authorityFile && (await readFile(authorityFile));
    const options = { keepAlive: true, maxSockets: 1 };
    const agent: Agent = ca ? new HttpsAgent({ ...options, ca }) : new HttpAgent(options);
    const authorization = `Bearer ${await services.token()}`;
    const get = async (path: string): Promise<readonly unknown[]> => {
      const send = ca ? secureRequest : request;
      const outgoing = send(baseUrl + path, { agent, headers: { authorization } }).end();
      const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
      await incoming.toArray();
      return [incoming.statusCode, incoming.headers.connection];
    };
    return { get, close: () => agent.destroy() };
  };

  it.each([{ TLS: 'off' }, { TLS: 'on' }])(
    '%j: answers on the connections that are there, closes each with its answer, and accepts none',
    (settings) =>
      withDataDir(async (dataDir) => {
        const gateway = await GatewayFixture.start({ ...settings, DATA_DIR: dataDir }, services);
        const [kept, late] = [await connectionTo(gateway.addresses), await connectionTo(gateway.addresses)];
        expect(await kept.get('/customers')).toEqual([201, 'keep-alive']);
        const drained = gateway.drain(WAIT_MS);
        expect(await kept.get('/customers')).toEqual([201, 'close']);
        await expect(late.get('/customers')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
        expect(await drained).toBe(0);
        for (const connection of [kept, late]) connection.close();
        await gateway.stop();
      }),
  );

  it('finishes what is in flight, and closes the connection with it', async () => {
    const gateway = await GatewayFixture.start({}, services);
    const running = gateway.send('POST', '/customers', { body: {} });
    await services.called(1);
    const drained = gateway.drain(WAIT_MS);
    release();
    const { status, headers } = await running;
    expect([status, headers['connection'], await drained]).toEqual([201, 'close', 0]);
    await gateway.stop();
  });

  it('waits no longer than a moment for clients that say nothing', async () => {
    services.respond = () => ({ status: 200, body: fact(null) });
    const gateway = await GatewayFixture.start({}, services);
    const silent = await connectionTo(gateway.addresses);
    await silent.get('/nowhere');
    expect(await gateway.drain(WAIT_MS)).toBe(0);
    silent.close();
    await gateway.stop();
  });

  it('cuts off what is not answered in time', async () => {
    const gateway = await GatewayFixture.start({}, services);
    const running = gateway.send('POST', '/customers', { body: {} });
    const cut = expect(running).rejects.toMatchObject({ code: 'UND_ERR_SOCKET' });
    await services.called(1);
    expect(await gateway.drain(1)).toBe(1);
    await cut;
    release();
    await gateway.stop();
  });
});
