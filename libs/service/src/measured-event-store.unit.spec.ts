import { describe, expect, it } from '@jest/globals';
import { newId } from '@halyard/core';
import { EventStoreUnavailable, WrongExpectedRevision } from '@halyard/event-store';
import { InMemoryEventStore } from '@halyard/event-store/testing';
import { Metrics } from '@halyard/observability';
import { MeasuredEventStore } from './measured-event-store.js';

describe('MeasuredEventStore', () => {
  const opened = () => {
    const metrics = new Metrics();
    const store = new MeasuredEventStore(new InMemoryEventStore(), metrics, 'transfers');
    const append = () => store.append({ stream: 'one', expected: 'no-stream', events: [event()] });
    const seen = async (): Promise<readonly (string | undefined)[]> => {
      const lines = (await metrics.registry.metrics()).split('\n');
      const valueOf = (name: string) =>
        lines.find((line) => line.startsWith(`halyard_event_store_${name}{service="transfers"}`))?.split(' ')[1];
      return [valueOf('append_seconds_count'), valueOf('append_failures_total')];
    };
    return { store, append, seen };
  };
  const event = () => ({ id: newId(), type: 'Happened', data: {} });

  it('measures appends that the store answers, whether it takes them or not', async () => {
    const { append, seen } = opened();
    await append();
    expect(await seen()).toEqual(['1', '0']);
    await expect(append()).rejects.toThrow(WrongExpectedRevision);
    expect(await seen()).toEqual(['2', '0']);
  });

  it('counts appends that the store does not answer, and does not measure them', async () => {
    const { store, append, seen } = opened();
    await store.close();
    await expect(append()).rejects.toThrow(EventStoreUnavailable);
    expect(await seen()).toEqual([undefined, '1']);
  });
});
