import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

type Value = string | number | boolean;

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Undefined for the first span of a trace. */
  readonly parentSpanId: string | undefined;
  readonly attributes: Readonly<Record<string, Value>>;
  /** Attributes of the process that sent it: `service.name` and the like. */
  readonly resource: Readonly<Record<string, Value>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly failed: boolean;
}

/** The parts of OTLP in JSON that we read (OpenTelemetry protocol, opentelemetry/proto/trace/v1/trace.proto). */
interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, Value>>;
}

interface OtlpSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes?: readonly OtlpAttribute[];
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status?: { readonly code?: number };
}

interface OtlpExport {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const STATUS_ERROR = 2;

/** A collector on loopback, for OTLP over HTTP in JSON. It stores every span. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  /** The bodies of the requests, before they are parsed. */
  readonly bodies: string[] = [];

  private constructor(private readonly server: Server) {}

  static async listen(): Promise<TraceCollector> {
    const server = createServer();
    const collector = new TraceCollector(server);
    server.on('request', (request, response) => {
      void collector.take(request).then((status) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  /** The value for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  span(name: string): CollectedSpan | undefined {
    return this.spans.find((span) => span.name === name);
  }

  spansOf(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** Stores the spans of a request. @returns the status of the answer */
  private async take(request: IncomingMessage): Promise<number> {
    const body = await text(request);
    if (request.method !== 'POST' || request.url !== '/v1/traces') return 404;
    if (request.headers['content-type'] !== 'application/json') return 415;
    this.bodies.push(body);
    this.spans.push(...spansIn(JSON.parse(body) as OtlpExport));
    return 200;
  }
}

function spansIn({ resourceSpans }: OtlpExport): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map((span) => collected(span, valuesOf(resource.attributes)))),
  );
}

const collected = (span: OtlpSpan, resource: CollectedSpan['resource']): CollectedSpan => ({
  name: span.name,
  traceId: span.traceId,
  spanId: span.spanId,
  parentSpanId: span.parentSpanId,
  attributes: valuesOf(span.attributes),
  resource,
  links: (span.links ?? []).map(({ traceId, spanId }) => ({ traceId, spanId })),
  failed: span.status?.code === STATUS_ERROR,
});

/** Reads attributes. Each value is stored under the name of its type: `{ "intValue": 3 }`. */
const valuesOf = (attributes: readonly OtlpAttribute[] = []): Record<string, Value> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? '']));
