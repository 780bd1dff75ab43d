import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { FactAnswer, Operation } from '@halyard/contracts';
import { WAIT_MS } from '@halyard/testing/patience';
import { until } from '@halyard/testing/waiting';
import { request } from 'undici';
import { echo, get, HASTY_MS, slow, Surroundings } from '../../test/calls.js';
import { newEnvelopes, type ProbeProcess } from '../../test/probe-process.js';
import { ENVELOPE_HEADER } from './principal-envelope.js';

describe('a call is repeated', () => {
  let under: Surroundings;
  beforeEach(() => {
    under = new Surroundings();
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return under.end();
  });

  const statuses = async (customers: readonly string[], calls: number): Promise<number[]> => {
    const client = under.client(customers);
    const seen: number[] = [];
    for (let call = 0; call < calls; call += 1) seen.push((await client.call('customers', echo)).status);
    return seen;
  };
  const allAnswered = [200, 200, 200, 200];

  it('at another process when one is killed while it answers', async () => {
    const processes = [await under.process(), await under.process()] as const;
    const begun = (process: ProbeProcess) => process.reached().then(() => process);
    const call = under.client(processes.map(({ url }) => url)).call('customers', slow);
    const killed = await Promise.race(processes.map(begun));
    const other = processes[killed === processes[0] ? 1 : 0];
    const again = other.reached();
    await killed.kill();
    await again;
    other.probe.release();
    expect((await call).body).toEqual({ type: 'fact', fact: 'at last' });
    expect(under.lines).toEqual([]);
  });

  it('at the same address when its process is killed, and waits there for the next one', async () => {
    const killed = await under.process();
    const { port } = killed;
    const client = under.client([killed.url]);
    expect((await client.call('customers', echo)).status).toBe(200);
    const begun = killed.reached();
    const cut = client.call('customers', slow);
    await begun;
    await killed.kill();
    const waiting = client.call('customers', echo);

    const next = await under.process({ port });
    await next.reached();
    next.probe.release();
    expect((await cut).body).toEqual({ type: 'fact', fact: 'at last' });
    expect((await waiting).status).toBe(200);
  });

  it('as the same operation', async () => {
    const killed = await under.process();
    const { port } = killed;
    const client = under.client([killed.url]);
    await killed.kill();
    const call = client.call('customers', { ...get, path: '/operation' });
    await under.process({ port });
    expect((await call).body).toEqual({ type: 'fact', fact: get.operation });
  });

  it('which says how often it was lost before, and then goes through Idempotency', async () => {
    const process = await under.process();
    let lost = 0;
    const breaksOff = await under.listen((incoming) => {
      lost += 1;
      incoming.socket.destroy();
    });
    const asked = { ...get, path: '/operation' } as const;
    const repeatsOf = async (...customers: string[]): Promise<number | undefined> => {
      const { body } = await under.client(customers).call('customers', asked);
      return (body as FactAnswer<Operation>).fact.repeats;
    };
    expect([await repeatsOf(process.url), process.idempotency.answered.length]).toEqual([undefined, 0]);
    const repeats = [await repeatsOf(process.url, breaksOff), await repeatsOf(breaksOff, process.url)];
    expect([repeats.filter(Boolean), process.idempotency.answered.length]).toEqual([[1], lost]);
  });

  it('elsewhere while a process stops', async () => {
    const [stopping, other] = [await under.process(), await under.process()];
    await stopping.drain(WAIT_MS);
    expect(await statuses([stopping.url, other.url], 4)).toEqual(allAnswered);
    expect([stopping.handled, other.handled]).toEqual([0, 4]);
  });

  it('elsewhere when the address has become that of another service', async () => {
    const [wrong, right] = [await under.process({ service: 'auth' }), await under.process()];
    expect(await statuses([wrong.url, right.url], 4)).toEqual(allAnswered);
    expect([wrong.handled, right.handled]).toEqual([0, 4]);
  });

  it('elsewhere when what answers is no service', async () => {
    const proxy = await under.listen((_, response) => response.writeHead(502).end('Bad Gateway'));
    expect(await statuses([proxy, (await under.process()).url], 4)).toEqual(allAnswered);
  });

  it('with pauses when a process breaks off each time', async () => {
    jest.spyOn(Math, 'random').mockReturnValue(1);
    let seen = 0;
    const url = await under.listen((incoming) => {
      seen += 1;
      incoming.socket.destroy();
    });
    const client = under.client([url], { retryForMs: WAIT_MS });
    const startedAt = performance.now();
    const ended = expect(client.call('customers', echo)).rejects.toMatchObject({ code: 'ServiceUnavailable' });
    await until('it was tried ten times', () => seen >= 10);
    // The second try comes at once; then pauses are as long as they may be: 20, 40, 80, 160 ms, and 250 four times.
    expect(performance.now() - startedAt).toBeGreaterThan(1_250);
    await client.close();
    await ended;
  });

  it('not when it was answered, be it by a refusal that says "try again"', async () => {
    const process = await under.process();
    const client = under.client([process.url]);
    expect(await client.call('customers', { ...get, path: '/away' })).toMatchObject({ status: 503 });
    expect(process.handled).toBe(1);
  });

  it('once when it does not know yet to whom it speaks, also while its body is on its way', async () => {
    const process = await under.process();
    const client = under.client([process.url]);
    const body = { text: 'é'.repeat(2_000_000) };
    expect((await client.call('customers', { ...echo, body })).status).toBe(200);
    expect((await client.call('customers', echo)).status).toBe(200);
    expect(process.handled).toBe(2);
  });
});

describe('a process that stops', () => {
  let under: Surroundings;
  beforeEach(() => {
    under = new Surroundings();
  });
  afterEach(() => under.end());

  it('answers what is in flight, and closes the connection with it', async () => {
    const process = await under.process();
    const bound = { service: 'customers', method: 'GET', target: '/slow' } as const;
    const sealed = newEnvelopes().seal(bound, undefined, slow.operation, process.envelopes);
    const begun = process.reached();
    const response = request(`${process.url}/slow`, { headers: { [ENVELOPE_HEADER]: sealed } });
    await begun;
    const drained = process.drain(WAIT_MS);
    process.probe.release();
    const { statusCode, headers } = await response;
    expect([statusCode, headers['connection'], await drained]).toEqual([200, 'close', 0]);
  });

  it('cuts off what does not end in time', async () => {
    const process = await under.process();
    const begun = process.reached();
    const call = under.client([process.url], { retryForMs: HASTY_MS }).call('customers', slow);
    await begun;
    expect(await process.drain(1)).toBe(1);
    await expect(call).rejects.toMatchObject({ code: 'ServiceUnavailable' });
  });
});
