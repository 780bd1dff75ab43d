import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { currentTraceparent, startTracing, type Tracing } from '@halyard/observability';
import { createEffects, Recorder } from '../../test/effects.js';
import { ManualTime, silentLog } from '@halyard/testing/messaging';
import { createServices, type TestServices } from '@halyard/testing/messaging';
import { eventOf } from '@halyard/testing/messaging';
import { TopicInbox } from './topic-inbox.js';

const CUSTOMER = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
const SOURCE = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
const traceOf = (traceparent: string | undefined): string | undefined => traceparent?.split('-')[1];

let services: TestServices;
let tracing: Tracing;
beforeAll(async () => {
  services = await createServices('webhooks');
  await createEffects(services.dataSourceOf('webhooks'));
  // Nothing listens there: spans are made, and lost.
  tracing = await startTracing({ service: 'webhooks', otlpEndpoint: 'http://127.0.0.1:1' });
});
afterAll(async () => {
  await tracing.stop();
  await services.close();
});

/** The trace within which a consumer handles the events, told to it as one batch. */
async function traceOfHandling(...events: readonly ReturnType<typeof eventOf>[]): Promise<string | undefined> {
  const consumer = new Recorder(newId());
  const seen = new Set<string | undefined>();
  consumer.before = () => void seen.add(currentTraceparent());
  const { clock } = new ManualTime();
  const dataSource = services.dataSourceOf('webhooks');
  const options = { consumer, topic: 'customers.events.v1', dataSource, clock, log: silentLog } as const;
  const nobody = { onRetry: () => undefined, askFor: () => Promise.resolve() };
  await new TopicInbox({ ...options, ...nobody }).receive(events.map((content) => ({ content })));
  expect(seen.size).toBe(1);
  return traceOf([...seen][0]);
}

it('handles events within the trace that they came of', async () => {
  const trace = await traceOfHandling(eventOf('a', 1, CUSTOMER), eventOf('b', 1, CUSTOMER));
  expect(trace).toBe(traceOf(CUSTOMER.traceparent));
});

it('handles events of several traces in none of them', async () => {
  const trace = await traceOfHandling(eventOf('a', 1, CUSTOMER), eventOf('b', 1, SOURCE));
  expect(trace).toMatch(/^[0-9a-f]{32}$/);
  expect([CUSTOMER, SOURCE].map(({ traceparent }) => traceOf(traceparent))).not.toContain(trace);
});

it('has a key tried again once its failure is there to be seen, also where that is at once', async () => {
  const dataSource = services.dataSourceOf('webhooks');
  const consumer = new Recorder(newId());
  const { clock } = new ManualTime();
  const seen: Promise<unknown[]>[] = [];
  const onRetry = (): void => {
    seen.push(dataSource.query<unknown[]>('SELECT FROM inbox_failures WHERE consumer = $1', [consumer.name]));
  };
  const options = { consumer, topic: 'customers.events.v1', dataSource, clock, log: silentLog } as const;
  const inbox = new TopicInbox({ ...options, onRetry, askFor: () => Promise.resolve() });
  await dataSource.query(
    `INSERT INTO inbox_skips (consumer, topic, key, sequence, reason, cause, skipped_by, skipped_at)
     VALUES ($1, 'customers.events.v1', 'a', 1, '', '', $2, now())`,
    [consumer.name, newId()],
  );
  await inbox.receive([{ content: { ...eventOf('a', 1), time: 'yesterday' } }]);
  expect(await Promise.all(seen)).toEqual([[{}]]);
});
