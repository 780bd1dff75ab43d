import { describe, expect, it } from '@jest/globals';
import { Metrics } from './index.js';

describe('Metrics', () => {
  it('gives the same metric to all who ask for its name', async () => {
    const metrics = new Metrics();
    const options = { name: 'deliveries_total', help: 'Webhook tries', labels: ['outcome'] } as const;
    metrics.counter(options).inc({ outcome: 'delivered' });
    metrics.counter(options).inc({ outcome: 'delivered' });
    expect(await metrics.registry.metrics()).toContain('halyard_deliveries_total{outcome="delivered"} 2');
  });

  it('refuses one name for two types', () => {
    const metrics = new Metrics();
    metrics.counter({ name: 'lag', help: 'lag' });
    expect(() => metrics.gauge({ name: 'lag', help: 'lag' })).toThrow(
      'halyard_lag is already a metric of another type',
    );
  });

  it('asks a collecting gauge at each scrape', async () => {
    const metrics = new Metrics();
    let depth = 1;
    metrics.gauge({ name: 'queue_depth', help: 'Depth' }, (gauge) => gauge.set(depth));
    expect(await metrics.registry.metrics()).toContain('halyard_queue_depth 1');
    depth = 7;
    expect(await metrics.registry.metrics()).toContain('halyard_queue_depth 7');
  });

  it('asks each of those who share a gauge', async () => {
    const metrics = new Metrics();
    for (const [service, depth] of Object.entries({ transfers: 3, webhooks: 5 })) {
      metrics.gauge({ name: 'queue_depth', help: 'Depth', labels: ['service'] }, (gauge) =>
        gauge.set({ service }, depth),
      );
    }
    const text = await metrics.registry.metrics();
    expect(text).toContain('halyard_queue_depth{service="transfers"} 3');
    expect(text).toContain('halyard_queue_depth{service="webhooks"} 5');
  });

  it('counts durations in seconds', async () => {
    const metrics = new Metrics();
    metrics.histogram({ name: 'append_seconds', help: 'Append', labels: ['store'] }).observe({ store: 'pg' }, 0.02);
    expect(await metrics.registry.metrics()).toContain('halyard_append_seconds_bucket{le="0.025",store="pg"} 1');
  });

  it('adds those of the runtime on demand', async () => {
    const metrics = new Metrics();
    metrics.collectRuntime();
    expect(await metrics.registry.metrics()).toContain('nodejs_eventloop_lag_seconds');
  });
});
