import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { created, type Operation } from '@halyard/contracts';
import type { ClockStep } from '@halyard/contracts/sandbox-clock';
import { clockMoved, newId } from '@halyard/core';
import { errorAnswer, type ServiceAnswer } from '@halyard/http';
import { until } from '@halyard/testing/waiting';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ACCOUNT_ID, type Call, FakeServices } from '../../test/fakes.js';
import { GatewayFixture } from '../../test/gateway-fixture.js';

const AT = '2027-05-03T12:00:00.000Z';
const LATER = '2027-06-03T12:00:00.000Z';
const OK: ServiceAnswer = { status: 200, body: { type: 'raw', headers: {}, body: '{}' } };

describe('operations of accounts with clocks of their own', () => {
  let services: FakeServices;
  const gateways: GatewayFixture[] = [];
  /** The step that owners have stored. */
  let stored: number | undefined;
  /** Called when an owner refuses a step. */
  let onRefused: () => void;

  beforeEach(() => {
    services = new FakeServices();
    stored = undefined;
    onRefused = () => undefined;
    services.respond = ({ operation }) => judged(operation) ?? OK;
  });
  afterEach(async () => {
    for (const gateway of gateways.splice(0)) await gateway.stop();
  });

  function judged({ step }: Operation): ServiceAnswer | undefined {
    if (step === stored) return undefined;
    onRefused();
    return errorAnswer(clockMoved(stored ?? 0));
  }
  const start = async (of = services, settings = {}) => {
    const gateway = await GatewayFixture.start(settings, of);
    gateways.push(gateway);
    return gateway;
  };
  /** Makes a step hold. */
  const step = (number: number, more: Partial<ClockStep> = {}): void => {
    stored = number;
    services.makeStep({ step: number, at: AT, ...more });
  };
  const known = (gateway: GatewayFixture, number: number | undefined) =>
    until(`step ${number} is known`, async () => {
      services.calls.length = 0;
      await gateway.send('GET', '/customers');
      return services.calls[0]?.operation.step === number;
    });
  const stampOf = ({ operation: { at, step: number } }: Call) => [at, number];

  it('are in system time and without a step while its time is real', async () => {
    const gateway = await start();
    expect((await gateway.send('GET', '/customers')).status).toBe(200);
    expect(services.calls.map(stampOf)).toEqual([[gateway.clock.system().toISOString(), undefined]]);
  });

  it.each<[Partial<ClockStep>, string, number | undefined]>([
    [{ mode: 'frozen' }, AT, 1],
    [{ mode: 'running' }, '2027-05-03T12:00:05.000Z', 1],
    [{ mode: 'running', isAdvancing: true }, AT, 1],
  ])('are in the time of its last step: %j', async (made, at, number) => {
    const gateway = await start();
    step(1, made);
    await known(gateway, 1);
    gateway.clock.advance(5_000);
    services.calls.length = 0;
    await gateway.send('GET', '/customers');
    expect(services.calls.map(stampOf)).toEqual([[at, number]]);
  });

  it('have no step once its time is real again', async () => {
    const gateway = await start();
    step(1);
    await known(gateway, 1);
    services.makeStep({ step: 2, mode: 'real' });
    stored = undefined;
    await known(gateway, undefined);
    expect((await gateway.send('GET', '/customers')).status).toBe(200);
  });

  it('have none of other accounts', async () => {
    const gateway = await start();
    step(1, { accountId: newId() });
    stored = undefined;
    await gateway.send('GET', '/customers');
    expect(services.calls.map(stampOf)).toEqual([[gateway.clock.system().toISOString(), undefined]]);
  });

  it('are stamped anew, as the same operations, when the clock has moved on their way', async () => {
    const gateway = await start();
    step(1);
    await known(gateway, 1);
    stored = 2;
    onRefused = () => services.makeStep({ step: 2, at: LATER });
    services.calls.length = 0;
    services.respond = ({ operation }) => judged(operation) ?? { status: 201, body: created('customer', newId()) };
    const sent = { body: { firstName: 'Ada' }, headers: { 'idempotency-key': 'k' } };
    const { status } = await gateway.send('POST', '/customers', sent);
    expect(status).toBe(201);
    expect(services.calls.map(stampOf)).toEqual([
      [AT, 1],
      [LATER, 2],
    ]);
    const [first, second] = services.calls.map(({ operation: { at: _, step: __, repeats, ...same }, body }) => ({
      ...{ repeats, same, body },
    }));
    expect(second?.same).toEqual(first?.same);
    expect([second?.same.key, second?.body]).toEqual(['k', sent.body]);
    // A delivery of the first call that hangs somewhere counts as an earlier one.
    expect([first?.repeats, second?.repeats]).toEqual([undefined, 256]);
  });

  it('wait for a step that is stored and does not hold yet, and are not sent meanwhile', async () => {
    const gateway = await start();
    stored = 1;
    services.stepFound = () => undefined;
    const answered = gateway.send('GET', '/customers');
    await until('transfers is asked', () => services.clockQuestions >= 2);
    expect(services.calls.map(stampOf)).toEqual([[expect.any(String), undefined]]);
    step(1);
    expect((await answered).status).toBe(200);
    expect(services.calls.map(stampOf)).toEqual([
      [expect.any(String), undefined],
      [AT, 1],
    ]);
  });

  it('read no earlier time than before through a gateway that is behind', async () => {
    const [gateway, behind] = [await start(), await start()];
    step(1);
    await known(gateway, 1);
    await known(behind, 1);
    services.areClocksAway = true;
    // The question that waits still answers; the next one does not.
    services.makeStep({ accountId: newId() });
    stored = 2;
    services.stepFound = () => ({
      ...{ accountId: ACCOUNT_ID, step: 2, mode: 'frozen', banks: 'on-time', isAdvancing: false },
      ...{ at: LATER, madeAt: LATER },
    });
    const accepted: string[] = [];
    services.respond = ({ operation }) => {
      const refused = judged(operation);
      if (!refused) accepted.push(operation.at);
      return refused ?? OK;
    };
    for (const one of [gateway, behind, gateway, behind])
      expect((await one.send('GET', '/customers')).status).toBe(200);
    expect(accepted).toEqual([LATER, LATER, LATER, LATER]);
  });

  it('are sent again to an owner that has not heard of the step yet', async () => {
    const gateway = await start();
    step(2);
    await known(gateway, 2);
    stored = 1;
    onRefused = () => (stored = services.calls.length > 3 ? 2 : 1);
    services.calls.length = 0;
    expect((await gateway.send('GET', '/customers')).status).toBe(200);
    expect(services.calls.map(stampOf)).toEqual(Array.from({ length: 5 }, () => [AT, 2]));
  });

  it('follow the clocks of a transfers that knows less than before', async () => {
    const gateway = await start();
    step(7);
    await known(gateway, 7);
    services.forgetSteps();
    stored = undefined;
    await known(gateway, undefined);
    step(1);
    await known(gateway, 1);
  });

  it('of linking pages are sent again as they are: their owner stamps them', async () => {
    const gateway = await start();
    let refusals = 0;
    services.respond = () => {
      refusals += 1;
      return refusals > 3 ? OK : errorAnswer(clockMoved(refusals));
    };
    const sent = { token: 'a-linking-token', headers: { origin: 'https://shop.example' } };
    const { status } = await gateway.send('POST', '/linking/funding-sources', { ...sent, body: {} });
    expect([status, services.calls.length, services.clockQuestions]).toEqual([200, 4, 0]);
    expect(new Set(services.calls.map(({ operation }) => operation.id)).size).toBe(1);
  });

  describe('with streamed bodies', () => {
    const form = { 'content-type': 'multipart/form-data; boundary=x' };
    const path = `/customers/${newId()}/documents`;
    const body = `--x\r\n${'y'.repeat(300_000)}`;

    it('are sent again with the whole body, of which nothing was read', async () => {
      const gateway = await start();
      stored = 1;
      onRefused = () => services.makeStep({ step: 1 });
      const read: string[] = [];
      services.respondBytes = async (_, request) => {
        const refused = judged(request.operation);
        if (refused) return refused;
        read.push(await text(request.body ?? Readable.from([])));
        return { status: 201, body: created('document', newId()) };
      };
      expect((await gateway.send('POST', path, { body, headers: form })).status).toBe(201);
      expect(read).toEqual([body]);
    });

    it('are not sent again once their owner has read of it', async () => {
      const gateway = await start();
      stored = 1;
      onRefused = () => services.makeStep({ step: 1 });
      let asked = 0;
      services.respondBytes = async (_, request) => {
        asked += 1;
        await text(request.body ?? Readable.from([]));
        return judged(request.operation) ?? { status: 201, body: created('document', newId()) };
      };
      const refused = await gateway.send('POST', path, { body, headers: form });
      expect([refused.status, refused.headers['retry-after'], asked]).toEqual([503, '1', 1]);
      // Only owners and gateways know of steps.
      expect(Object.keys(refused.body)).toEqual(['code', 'message']);
    });
  });

  it('are not followed in production, where all time is real', async () => {
    const gateway = await start(services, { ENVIRONMENT: 'production' });
    services.makeStep();
    await gateway.send('GET', '/customers');
    expect(services.clockLists).toBe(0);
    expect(services.calls.map(stampOf)).toEqual([[gateway.clock.system().toISOString(), undefined]]);
  });
});
