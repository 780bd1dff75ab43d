import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Module } from '@nestjs/common';
import type { FactAnswer, Operation, ServiceName } from '@halyard/contracts';
import { Clock } from '@halyard/core';
import { currentRequestId, currentTraceparent, startTracing, type Tracing } from '@halyard/observability';
import { testIdentities } from '@halyard/testing/identities';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { WAIT_MS } from '@halyard/testing/patience';
import { probeOperation } from './behaviour-service.js';
import { InProcessHttpAdapter } from './in-process/in-process-adapter.js';
import { InProcessServices } from './in-process/in-process-services.js';
import { HttpServiceClient } from './network/http-service-client.js';
import { PrincipalEnvelopes } from './network/principal-envelope.js';
import { ServiceFastifyAdapter } from './network/service-fastify.js';
import { CurrentOperation } from './operation.js';
import type { ServiceClient } from './service-client.js';

interface Seen {
  readonly told: string | undefined;
  readonly current: string | undefined;
  readonly requestId: string | undefined;
}

@Controller()
class ContextController {
  @Get('/context')
  async context(@CurrentOperation() { traceparent }: Operation): Promise<FactAnswer<Seen>> {
    await new Promise((resolve) => setImmediate(resolve));
    const fact = { told: traceparent, current: currentTraceparent(), requestId: currentRequestId() };
    return { type: 'fact', fact };
  }
}

@Module({ controllers: [ContextController] })
class ContextModule {}

class SystemClock extends Clock {
  override now = () => Promise.resolve(new Date());
  override system = () => new Date();
}

const cause = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

const openings: [string, () => Promise<{ client: ServiceClient; close: () => Promise<void> }>][] = [
  [
    'in process',
    async () => {
      const adapter = new InProcessHttpAdapter();
      const app = await NestFactory.create(ContextModule, adapter, { logger: false });
      await app.init();
      const client = new InProcessServices({ deadlineMs: WAIT_MS });
      client.register('customers', adapter);
      return { client, close: () => app.close() };
    },
  ],
  [
    'HTTP',
    async () => {
      const newEnvelopes = (service: ServiceName) => new PrincipalEnvelopes(testIdentities(service), new SystemClock());
      const adapter = new ServiceFastifyAdapter({ service: 'customers', envelopes: newEnvelopes('customers') });
      const app = await NestFactory.create<NestFastifyApplication>(ContextModule, adapter, {
        logger: false,
        bodyParser: false,
      });
      await app.listen(0, '127.0.0.1');
      const addresses = { customers: [await app.getUrl()] };
      const log = { warn: () => undefined };
      const client = new HttpServiceClient({ addresses, envelopes: newEnvelopes('gateway'), deadlineMs: WAIT_MS, log });
      const close = async () => {
        await client.close();
        await app.close();
      };
      return { client, close };
    },
  ],
];

describe.each(openings)('a call %s', (_, open) => {
  let tracing: Tracing;
  beforeAll(async () => {
    // Nothing listens there: spans are created, and lost.
    tracing = await startTracing({ service: 'test', otlpEndpoint: 'http://127.0.0.1:1' });
  });
  afterAll(() => tracing.stop());

  it('stays in the trace of its operation, one span for each side, and has its request id', async () => {
    const { client, close } = await open();
    const operation = probeOperation({ traceparent: cause });
    const answer = await client.call('customers', { method: 'GET', path: '/context', operation });
    await close();

    if (answer.body.type !== 'fact') throw new Error('no fact');
    const { told, current, requestId } = answer.body.fact as Seen;
    const spans = [cause, told, current].map((traceparent) => traceparent?.split('-'));
    expect(spans.map((parts) => parts?.[1])).toEqual(Array(3).fill('0af7651916cd43dd8448eb211c80319c'));
    expect(new Set(spans.map((parts) => parts?.[2])).size).toBe(3);
    expect(requestId).toBe(operation.requestId);
  });
});
