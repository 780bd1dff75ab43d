import { NestFactory } from '@nestjs/core';
import { prepareProbe, ProbeController, ProbeIdempotency, ProbeModule } from '../behaviour-service.js';
import { serviceClientBehaviour } from '../../test/service-client.behaviour.js';
import { ExchangeProbeController } from '../exchange/exchange-probe.js';
import { InProcessHttpAdapter } from './in-process-adapter.js';
import { InProcessServices } from './in-process-services.js';

serviceClientBehaviour('in process', async ({ deadlineMs }) => {
  const adapter = new InProcessHttpAdapter();
  const app = await NestFactory.create(ProbeModule, adapter, { logger: false });
  prepareProbe(app);
  const idempotency = new ProbeIdempotency();
  adapter.useIdempotency(idempotency);
  await app.init();
  const client = new InProcessServices({ deadlineMs });
  client.register('customers', adapter);
  return {
    client,
    probe: app.get(ProbeController),
    exchanges: app.get(ExchangeProbeController),
    idempotency,
    stop: async () => {
      await adapter.drain(deadlineMs);
      await app.close();
    },
    close: () => app.close(),
  };
});
