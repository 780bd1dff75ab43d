import { once } from 'node:events';
import type { Server } from 'node:http';
import { createServer } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createLogger, currentTraceparent, startTracing, withSpan } from './index.js';

const CALLER = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { key: string; value: unknown }[];
  readonly status: { code?: number };
}

interface Export {
  readonly resourceSpans: readonly { scopeSpans: readonly { spans: readonly ExportedSpan[] }[] }[];
}

const isExport = (value: unknown): value is Export =>
  typeof value === 'object' && value !== null && 'resourceSpans' in value;

describe('tracing to a collector', () => {
  const received: { path: string; text: string }[] = [];
  let collector: Server;
  let endpoint: string;

  beforeEach(async () => {
    received.length = 0;
    collector = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        received.push({ path: request.url ?? '', text: Buffer.concat(chunks).toString() });
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const address = collector.address();
    endpoint = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}/`;
  });

  afterEach(async () => {
    collector.closeAllConnections();
    collector.close();
    await once(collector, 'close');
  });

  const spans = (): ExportedSpan[] =>
    received
      .map(({ text }): unknown => JSON.parse(text))
      .filter(isExport)
      .flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
      );
  const span = (name: string) => spans().find((candidate) => candidate.name === name);

  it('sends spans below the given trace context, and inner ones below outer ones', async () => {
    const tracing = startTracing({ service: 'transfers', otlpEndpoint: endpoint });
    await withSpan(
      'POST /transfers',
      { traceparent: CALLER, kind: 'SERVER', attributes: { route: '/transfers' } },
      () => withSpan('append', {}, () => 'done'),
    );
    await tracing.stop();

    expect(received[0]?.path).toBe('/v1/traces');
    expect(received[0]?.text).toContain('"transfers"');
    const outer = span('POST /transfers');
    expect(outer).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' });
    expect(outer?.attributes).toContainEqual({ key: 'route', value: { stringValue: '/transfers' } });
    expect(span('append')).toMatchObject({ traceId: outer?.traceId, parentSpanId: outer?.spanId });
  });

  it('gives the current trace context to be sent along', async () => {
    const tracing = startTracing({ service: 'transfers', otlpEndpoint: endpoint });
    const inside = await withSpan('relay', { traceparent: CALLER }, () => currentTraceparent());
    expect(currentTraceparent()).toBeUndefined();
    await tracing.stop();
    expect(inside).toBe(`00-0af7651916cd43dd8448eb211c80319c-${span('relay')?.spanId}-01`);
  });

  it('starts a trace of its own below a malformed trace context', async () => {
    const tracing = startTracing({ service: 'transfers', otlpEndpoint: endpoint });
    const inside = await withSpan('relay', { traceparent: 'garbage' }, () => currentTraceparent());
    await tracing.stop();
    expect(inside).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  });

  it('marks a span that failed by the type of its error, without the message', async () => {
    const tracing = startTracing({ service: 'transfers', otlpEndpoint: endpoint });
    const failing = withSpan('refuse', {}, () => Promise.reject(new TypeError('hide this')));
    await expect(failing).rejects.toThrow('hide this');
    await tracing.stop();
    expect(span('refuse')).toMatchObject({ status: { code: 2 } });
    expect(received.map(({ text }) => text).join('')).not.toContain('hide this');
  });

  it('puts the trace into log lines', async () => {
    const lines: string[] = [];
    const logger = createLogger({
      service: 'transfers',
      destination: { write: (line: string) => void lines.push(line) },
    });
    const tracing = startTracing({ service: 'transfers', otlpEndpoint: endpoint });
    await withSpan('relay', { traceparent: CALLER }, () => logger.info('inside'));
    await tracing.stop();
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      traceId: '0af7651916cd43dd8448eb211c80319c',
      spanId: span('relay')?.spanId,
    });
  });

  it('stops without failing when the collector is gone', async () => {
    const tracing = startTracing({ service: 'transfers', otlpEndpoint: 'http://127.0.0.1:1' });
    await withSpan('relay', {}, () => 'done');
    await expect(tracing.stop()).resolves.toBeUndefined();
  });
});

describe('tracing without a collector', () => {
  it('runs the work and makes no trace context', async () => {
    const tracing = startTracing({ service: 'transfers' });
    expect(
      await withSpan('relay', { traceparent: CALLER }, (span) => [currentTraceparent(), span.isRecording()]),
    ).toEqual([undefined, false]);
    await tracing.stop();
  });
});
