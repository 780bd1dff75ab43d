import { newId } from '@halyard/core';
import type { ServiceRequest } from '@halyard/http';
import { until } from '@halyard/testing/waiting';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeServices } from '../../test/fakes.js';
import { GatewayFixture } from '../../test/gateway-fixture.js';

const OK = { status: 200, body: { type: 'raw', headers: {}, body: '{}' } } as const;
const QUIET = '/sandbox-quiet?wait=20';

describe('requests that wait', () => {
  let services: FakeServices;
  let gateway: GatewayFixture;
  let release: () => void;
  let waiting: ServiceRequest[];
  let token: string;

  beforeEach(async () => {
    services = new FakeServices();
    const { promise: released, resolve } = Promise.withResolvers<void>();
    release = resolve;
    waiting = [];
    services.respond = async (call) => {
      if (call.wait) {
        waiting.push(call);
        await released;
      }
      return OK;
    };
    gateway = await GatewayFixture.start({ REQUESTS_IN_FLIGHT_MAX: '1', REQUESTS_QUEUED_MAX: '0' }, services);
    token = await knownToken();
  });
  afterEach(async () => {
    release();
    await gateway.stop();
  });

  /** Only a token that was verified before costs no place of the requests that don't wait. */
  const knownToken = async (claims = {}) => {
    const made = await services.token(claims);
    await gateway.send('GET', '/customers', { token: made });
    return made;
  };
  const wait = (path: string, by = token) => {
    const answered = gateway.send('GET', path, { token: by });
    answered.catch(() => undefined);
    return answered;
  };
  const inFlight = (count: number, name: string) =>
    gateway.untilMeasured(`halyard_gateway_requests_in_flight{class="${name}"} ${count}`);

  it('take their places in a budget of their name, and none of those that don’t wait', async () => {
    const advance = `/sandbox-clock/advances/${newId()}?wait=3`;
    const waits = [wait(QUIET), wait(QUIET), wait(advance)];
    await inFlight(3, 'sandbox-clock');
    await inFlight(0, 'request');
    expect((await gateway.send('GET', '/customers', { token })).status).toBe(200);
    release();
    expect((await Promise.all(waits)).map(({ status }) => status)).toEqual([200, 200, 200]);
    await inFlight(0, 'sandbox-clock');
  });

  it('are refused when their client has its part of the places, while others are not', async () => {
    const waits = Array.from({ length: 64 }, () => wait(QUIET));
    await inFlight(64, 'sandbox-clock');
    const refused = await gateway.send('GET', QUIET, { token });
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '1']);
    const other = wait(QUIET, await knownToken({ client_id: newId(), account_id: newId() }));
    await inFlight(65, 'sandbox-clock');
    release();
    expect((await Promise.all([...waits, other])).every(({ status }) => status === 200)).toBe(true);
  });

  it.each([
    ['/sandbox-quiet?wait=7', 7_000],
    ['/sandbox-quiet?wait=0', 0],
    ['/sandbox-quiet', 30_000],
    ['/sandbox-quiet?wait=99', 30_000],
    ['/sandbox-quiet?wait=x', 30_000],
    ['/sandbox-quiet?wait=1&wait=2', 30_000],
  ])('let their owner take longer by what they ask for: %s', async (path, timeMs) => {
    const answered = wait(path);
    await until('it waits', () => waiting.length === 1);
    expect(waiting[0]?.wait).toMatchObject({ parameter: 'wait', timeMs });
    release();
    await answered;
  });

  it('end with their client', async () => {
    const socket = gateway.connection();
    const authorization = `Authorization: Bearer ${token}`;
    socket.write(`GET ${QUIET} HTTP/1.1\r\nHost: x\r\n${authorization}\r\n\r\n`);
    await until('it waits', () => waiting.length === 1);
    const signal = waiting[0]?.signal;
    expect(signal?.aborted).toBe(false);
    socket.resetAndDestroy();
    await until('the owner hears of it', () => signal?.aborted === true);
    await inFlight(0, 'sandbox-clock');
  });

  it('are told when the gateway stops', async () => {
    const answered = wait(QUIET);
    await until('it waits', () => waiting.length === 1);
    const stopping = waiting[0]?.wait?.stopping;
    const drained = gateway.drain(20_000);
    expect(stopping?.aborted).toBe(true);
    release();
    expect((await answered).status).toBe(200);
    expect(await drained).toBe(0);
  });
});
