import { expect, it } from '@jest/globals';
import { startTracing } from '@halyard/observability';
import { DeliveryStage, settled } from '../../../test/support/delivery-stage.js';
import { aTenant, customerCreated } from '../../../test/support/webhooks-app.js';

const CREATED = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const REJECTED = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

const stage = new DeliveryStage();

it('puts each attempt below what its event came of: of one batch, in another process, answered or not', async () => {
  const collector = await stage.collectTraces();
  const receiver = await stage.listen();
  const [reachable, away, untraced] = [aTenant(), aTenant(), aTenant()];
  const hearing = await stage.start({ worker: false });
  await hearing.subscribe(reachable, `${receiver.url}/?token=hidden`);
  await hearing.subscribe(away, 'http://127.0.0.1:1/');
  await hearing.subscribe(untraced, receiver.url);
  await hearing.hear(
    { ...customerCreated(reachable.accountId), traceparent: CREATED },
    { ...customerCreated(away.accountId), traceparent: REJECTED },
    customerCreated(untraced.accountId),
  );
  await stage.stop(hearing);

  const tracing = await startTracing({ service: 'webhooks', otlpEndpoint: collector.url });
  const sending = await stage.start();
  await settled(sending, 3);
  await stage.stop(sending);
  await tracing.stop();

  const name = 'attempt webhook';
  const [answered, failed] = [CREATED, REJECTED].map((cause) => collector.spansOf(cause.split('-')[1] ?? ''));
  expect(answered).toMatchObject([
    { name, parentSpanId: 'b7ad6b7169203331', attributes: { 'http.response.status_code': 200 } },
  ]);
  expect(failed).toMatchObject([
    { name, parentSpanId: '00f067aa0ba902b7', attributes: { 'error.type': 'connection-refused' } },
  ]);
  expect(collector.spans.filter((span) => span.parentSpanId === undefined)).toMatchObject([{ name }]);
  expect(collector.bodies.join('')).not.toContain('hidden');
});
