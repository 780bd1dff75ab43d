import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Changes } from '@halyard/changes';
import { newId } from '@halyard/core';
import { EventStoreUnavailable } from '@halyard/event-store';
import type { ServiceAnswer } from '@halyard/http';
import { startTestService, type TestCall, type TestService, TraceCollector } from '@halyard/testing';
import { startTracing } from '@halyard/observability';
import { World } from '../test/world.js';
import { transfersService } from './transfers.module.js';

describe('a command', () => {
  let service: TestService;
  let other: TestService;
  let world: World;
  /** The same account, asked of another process. */
  let elsewhere: World;
  /** A pending withdrawal of 5.00 from a balance of 20.00. */
  let transferId: string;
  beforeAll(async () => {
    service = await startTestService(transfersService, { streams: 'postgres' });
    other = await startTestService(transfersService, { streams: 'postgres', beside: service });
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });
  beforeEach(async () => {
    world = new World(service);
    elsewhere = world.in(other);
    const from = await world.fundedBalance(world.account, '20.00');
    transferId = await world.transfer(from, world.source(world.account, 'bank'), '5.00');
  });
  afterEach(() => void jest.restoreAllMocks());

  /** The outcome is in the answer, and the topics say what happened to the transfer. */
  const commands: [
    name: string,
    send: (from: World, call: TestCall) => Promise<ServiceAnswer>,
    attributes: object,
    topic: string,
  ][] = [
    [
      'CancelTransfer',
      (from, call) => from.call('POST', `/transfers/${transferId}`, { ...call, body: { status: 'cancelled' } }),
      { status: 'cancelled' },
      'transfers.transfer-cancelled.v1',
    ],
    [
      'SimulateTransfer',
      (from, call) =>
        from.call('POST', `/transfers/${transferId}/simulation`, { ...call, body: { action: 'process' } }),
      { status: 'processed' },
      'transfers.transfer-completed.v1',
    ],
    [
      'SimulateBankProcessing',
      (from, call) => from.call('POST', '/sandbox-simulations', call),
      { total: 1 },
      'transfers.transfer-completed.v1',
    ],
  ];

  describe.each(commands)('%s', (name, send, attributes, topic) => {
    const happened = async () => {
      // Its answer waits for what was appended.
      await world.call('GET', `/transfers/${transferId}`);
      return (await service.recorded(transferId)).map(({ type }) => type);
    };

    it.each([
      ['an operation', () => ({ operationId: newId() })],
      ['a key', () => ({ key: newId() })],
    ])(
      'that was cut off before its answer was recorded is answered by a repeat of %s, once in effect',
      async (_, named) => {
        const call = named();
        const record = jest.spyOn(service.get(Changes), 'recordAnswer');
        record.mockRejectedValueOnce(new EventStoreUnavailable('the process is gone'));
        expect((await send(world, call)).status).toBe(503);
        expect(await happened()).toEqual(['transfers.transfer-created.v1', topic]);

        const second = await send(elsewhere, call);
        expect(second).toMatchObject({ status: 200, body: { attributes } });
        for (const from of [elsewhere, world]) expect((await send(from, call)).body).toEqual(second.body);
        expect(await happened()).toEqual(['transfers.transfer-created.v1', topic]);
      },
    );

    it('gets the first answer whatever has happened since, also where its key is not asked', async () => {
      const operationId = newId();
      const first = await send(world, { operationId });
      expect(first).toMatchObject({ status: 200, body: { attributes } });
      // It is returned late, where it was processed.
      await world.call('POST', `/transfers/${transferId}/simulation`, { body: { action: 'lateReturn', code: 'R01' } });
      expect(await send(elsewhere, { operationId })).toEqual(first);
    });

    it('has one effect and one answer where its operation comes several times at once, to two processes', async () => {
      const operationId = newId();
      const answers = await Promise.all(
        [world, elsewhere, world, elsewhere].map((from) => send(from, { operationId })),
      );
      const done = answers.filter(({ status }) => status === 200);
      expect(done.length).toBeGreaterThan(0);
      expect(new Set(done.map(({ body }) => JSON.stringify(body))).size).toBe(1);
      expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
      expect(await happened()).toEqual(['transfers.transfer-created.v1', topic]);
    });

    it('has a span below that of its request', async () => {
      const collector = await TraceCollector.listen();
      const tracing = await startTracing({ service: 'transfers', otlpEndpoint: collector.url });
      await send(world, {});
      await tracing.stop();
      await collector.close();
      const [command, request] = [
        collector.span(name),
        collector.spans.find(({ name: route }) => route.startsWith('POST /')),
      ];
      expect(command?.parentSpanId).toBeDefined();
      expect(command).toMatchObject({ traceId: request?.traceId, parentSpanId: request?.spanId });
    });
  });
});
