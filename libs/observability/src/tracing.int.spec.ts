import { hostname } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { TraceCollector } from '@halyard/testing';
import { causedBy, createLogger, currentTraceparent, startTracing, withSpan } from './index.js';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const SIBLING = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';
const OTHER = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe('tracing to a collector', () => {
  let collector: TraceCollector;
  let endpoint: string;
  beforeEach(async () => {
    collector = await TraceCollector.listen();
    endpoint = `${collector.url}/`;
  });
  afterEach(() => collector.close());

  it('sends spans below the given trace context, and inner ones below outer ones', async () => {
    const tracing = await startTracing({ service: 'transfers', otlpEndpoint: endpoint });
    await withSpan(
      'POST /transfers',
      { traceparent: CALLER, kind: 'SERVER', attributes: { route: '/transfers' } },
      () => withSpan('append', {}, () => 'done'),
    );
    await tracing.stop();

    const outer = collector.span('POST /transfers');
    expect(outer).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      parentSpanId: 'b7ad6b7169203331',
      attributes: { route: '/transfers' },
      resource: { 'service.name': 'transfers', 'host.name': hostname(), 'process.pid': process.pid },
    });
    expect(collector.span('append')).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId });
  });

  it('gives the current trace context to be sent along', async () => {
    const tracing = await startTracing({ service: 'transfers', otlpEndpoint: endpoint });
    const inside = await withSpan('relay', { traceparent: CALLER }, () => currentTraceparent());
    expect(currentTraceparent()).toBeUndefined();
    await tracing.stop();
    expect(inside).toBe(`00-0af7651916cd43dd8448eb211c80319c-${collector.span('relay')?.spanId}-01`);
  });

  it('starts a trace of its own below a malformed trace context', async () => {
    const tracing = await startTracing({ service: 'transfers', otlpEndpoint: endpoint });
    const inside = await withSpan('relay', { traceparent: 'garbage' }, () => currentTraceparent());
    await tracing.stop();
    expect(inside).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('links a span to causes of several traces, and puts it below none', async () => {
    const tracing = await startTracing({ service: 'webhooks', otlpEndpoint: endpoint });
    await withSpan('relay', causedBy([CALLER, OTHER, undefined, CALLER, 'garbage']), () => 'done');
    await tracing.stop();
    const [caller, other] = [CALLER, OTHER].map((cause) => cause.split('-'));
    const span = collector.span('relay');
    expect(span?.links).toEqual([
      { traceId: caller?.[1], spanId: caller?.[2] },
      { traceId: other?.[1], spanId: other?.[2] },
    ]);
    expect(span?.parentSpanId).toBeUndefined();
    expect([caller?.[1], other?.[1]]).not.toContain(span?.traceId);
  });

  it('puts a span below the first cause where all are of one trace', async () => {
    const tracing = await startTracing({ service: 'webhooks', otlpEndpoint: endpoint });
    await withSpan('relay', causedBy([undefined, CALLER, SIBLING]), () => 'done');
    await tracing.stop();
    expect(collector.span('relay')).toMatchObject({ parentSpanId: 'b7ad6b7169203331', links: [] });
  });

  it('marks a span that failed by the type of its error, without the message', async () => {
    const tracing = await startTracing({ service: 'transfers', otlpEndpoint: endpoint });
    const failing = withSpan('refuse', {}, () => Promise.reject(new TypeError('hide this')));
    await expect(failing).rejects.toThrow('hide this');
    await tracing.stop();
    expect(collector.span('refuse')).toMatchObject({ failed: true, attributes: { 'error.type': 'TypeError' } });
    expect(collector.bodies.join('')).not.toContain('hide this');
  });

  it('puts the trace into log lines', async () => {
    const lines: string[] = [];
    const logger = createLogger({
      service: 'transfers',
      destination: { write: (line: string) => void lines.push(line) },
    });
    const tracing = await startTracing({ service: 'transfers', otlpEndpoint: endpoint });
    await withSpan('relay', { traceparent: CALLER }, () => logger.info('inside'));
    await tracing.stop();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: collector.span('relay')?.spanId,
    });
  });

  it('stops without failing when the collector is gone', async () => {
    const tracing = await startTracing({ service: 'transfers', otlpEndpoint: 'http://127.0.0.1:1' });
    await withSpan('relay', {}, () => 'done');
    await expect(tracing.stop()).resolves.toBeUndefined();
  });
});

describe('tracing without a collector', () => {
  it('runs the work and makes no trace context', async () => {
    const tracing = await startTracing({ service: 'transfers' });
    expect(
      await withSpan('relay', { traceparent: CALLER }, (span) => [currentTraceparent(), span.isRecording()]),
    ).toEqual([undefined, false]);
    await tracing.stop();
  });
});
