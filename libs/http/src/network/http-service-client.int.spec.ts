import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { testIdentities } from '@halyard/testing/identities';
import { WAIT_MS } from '@halyard/testing/patience';
import { until } from '@halyard/testing/waiting';
import { ANSWER, answer, echo, get, HASTY_MS, NOBODY, Surroundings } from '../../test/calls.js';
import { DrivenClock, newEnvelopes, ProbeProcess } from '../../test/probe-process.js';
import { serviceClientBehaviour } from '../../test/service-client.behaviour.js';
import { HttpServiceClient } from './http-service-client.js';
import { type CallKeys, PrincipalEnvelopes } from './principal-envelope.js';

serviceClientBehaviour('HTTP', async ({ deadlineMs }) => {
  const process = await ProbeProcess.start();
  const client = new HttpServiceClient({
    addresses: { customers: [process.url], webhooks: [NOBODY] },
    envelopes: newEnvelopes(),
    deadlineMs,
    retryForMs: HASTY_MS,
    log: { warn: () => undefined },
  });
  return {
    client,
    probe: process.probe,
    exchanges: process.exchanges,
    idempotency: process.idempotency,
    stop: async () => {
      await process.drain(deadlineMs);
      // A request between the drain and the end of the socket is refused too.
      await expect(client.call('customers', get)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
      await process.stop();
    },
    close: async () => {
      await client.close();
      await process.stop();
    },
  };
});

describe('calls over HTTP', () => {
  let under: Surroundings;
  beforeEach(() => {
    under = new Surroundings();
  });
  afterEach(() => under.end());

  describe('find a process', () => {
    it('that can be reached', async () => {
      const client = under.client([NOBODY, await under.listen(answer), NOBODY]);
      for (let call = 0; call < 6; call += 1) expect((await client.call('customers', get)).body).toEqual(ANSWER);
    });

    it('one after the other', async () => {
      const [first, second] = [await under.process(), await under.process()];
      const client = under.client([first.url, second.url]);
      for (let call = 0; call < 10; call += 1) await client.call('customers', echo);
      expect([first.handled, second.handled]).toEqual([5, 5]);
    });

    it('that has changed its identity, once it says which one it has', async () => {
      const keys = testIdentities('gateway');
      const former = testIdentities('gateway', 'another').to('customers');
      const to: CallKeys['to'] = (service, kid) => (kid === undefined ? former : keys.to(service, kid));
      const changed: CallKeys = { service: 'gateway', kid: keys.kid, to, from: (kid) => keys.from(kid) };
      const process = await under.process();
      const client = under.client([process.url], { envelopes: new PrincipalEnvelopes(changed, new DrivenClock()) });
      expect((await client.call('customers', echo)).status).toBe(200);
      expect(process.handled).toBe(1);
    });

    it('the same one for the same routing key', async () => {
      const seen = [new Set<string>(), new Set<string>()] as const;
      const process = (index: 0 | 1) =>
        under.listen((request, response) => {
          seen[index].add(request.url ?? '');
          answer(request, response);
        });
      const client = under.client([await process(0), await process(1)]);
      for (let call = 0; call < 63; call += 1) {
        const routingKey = `key-${call % 21}`;
        await client.call('customers', { ...get, path: `/${routingKey}`, routingKey });
      }
      expect(seen[0].size + seen[1].size).toBe(21);
      expect(Math.min(seen[0].size, seen[1].size)).toBeGreaterThan(0);
    });

    it('behind a name, also once the name has moved', async () => {
      const first = await under.process();
      const { port } = first;
      let addresses = ['127.0.0.1'];
      const client = under.client([`http://customers.test:${port}`], { lookup: () => Promise.resolve(addresses) });
      expect((await client.call('customers', echo)).status).toBe(200);
      await first.kill();
      addresses = ['127.0.0.2'];
      const second = await under.process({ host: '127.0.0.2', port });
      expect((await client.call('customers', echo)).status).toBe(200);
      expect(second.handled).toBe(1);
    });
  });

  it('that wait take no connection from others, and no place in the queue', async () => {
    const process = await under.process();
    const client = under.client([process.url], { connectionsMax: 1, queueMax: 0 });
    const wait = { parameter: 'wait', timeMs: WAIT_MS, stopping: new AbortController().signal };
    const gone = new AbortController();
    const waits = Array.from({ length: 3 }, () => {
      const request = { ...get, path: '/plain-waits', query: { wait: '20' }, wait, signal: gone.signal };
      return client.call('customers', request).catch((error: unknown) => error);
    });
    await until('they wait', () => process.handled === 3);
    expect((await client.call('customers', echo)).status).toBe(200);
    gone.abort();
    expect(await Promise.all(waits)).toMatchObject(waits.map(() => ({ code: 'ServiceUnavailable' })));
  });

  describe('end with', () => {
    it('ServiceUnavailable when no process comes back in time, and a line in the log', async () => {
      const client = under.client([NOBODY], { retryForMs: HASTY_MS });
      await expect(client.call('customers', get)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
      expect(under.lines).toEqual(['a call to another service was not answered']);
    });

    it('ServiceUnavailable when the deadline comes while no process is there', async () => {
      const client = under.client([NOBODY], { deadlineMs: HASTY_MS });
      await expect(client.call('customers', get)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    });

    it('ServiceUnavailable when the name resolves to nothing', async () => {
      const lookup = () => Promise.reject(new Error('no such name'));
      const client = under.client(['http://customers.test:80'], { retryForMs: HASTY_MS, lookup });
      await expect(client.call('customers', get)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    });

    it('ServiceUnavailable when the client is closed while they wait', async () => {
      const client = under.client([NOBODY]);
      const call = client.call('customers', get);
      await client.close();
      await expect(call).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    });

    it('ServiceUnavailable when several processes take turns behind one address', async () => {
      let turn = 0;
      const url = await under.listen((_, response) => response.setHeader('x-instance', String((turn += 1))).end());
      await expect(under.client([url]).call('customers', get)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
      expect(turn).toBe(4);
      expect(under.lines).toHaveLength(1);
    });

    it('ServiceUnavailable when nobody there believes the caller', async () => {
      const process = await under.process();
      const envelopes = new PrincipalEnvelopes(testIdentities('gateway', 'another'), new DrivenClock());
      const client = under.client([process.url], { envelopes, retryForMs: HASTY_MS });
      await expect(client.call('customers', echo)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
      expect(process.handled).toBe(0);
    });

    it.each(['<html>Bad Gateway</html>', '{"error":"Bad Gateway"}', '[]', 'null'])(
      'ServiceUnavailable when all that answers is %j',
      async (text) => {
        const url = await under.listen((_, response) => response.writeHead(502).end(text));
        const client = under.client([url], { retryForMs: HASTY_MS });
        await expect(client.call('customers', get)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
      },
    );

    it('ServiceUnavailable when an answer stops half way', async () => {
      const url = await under.listen((_, response) => response.write('{"document":'));
      const client = under.client([url], { deadlineMs: HASTY_MS });
      await expect(client.call('customers', get)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    });

    it('ServiceUnavailable at once when too many wait', async () => {
      const held: (() => void)[] = [];
      const url = await under.listen((request, response) => held.push(() => answer(request, response)));
      const client = under.client([url], { connectionsMax: 1, queueMax: 1 });

      const first = client.call('customers', get);
      const second = client.call('customers', get);
      await expect(client.call('customers', get)).rejects.toMatchObject({ code: 'ServiceUnavailable' });

      const released = async (call: ReturnType<typeof client.call>) => {
        await until('a call is held', () => held.length > 0);
        held.shift()?.();
        return (await call).status;
      };
      expect(await released(first)).toBe(200);
      expect(await released(second)).toBe(200);
      expect(await released(client.call('customers', get))).toBe(200);
    });
  });
});
