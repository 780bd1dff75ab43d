import type { Attributes, Context, Link, Span, SpanContext } from '@opentelemetry/api';
import {
  context,
  INVALID_SPAN_CONTEXT,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

type Sdk = typeof import('./tracing-sdk.js');

const silentSpan = trace.wrapSpanContext(INVALID_SPAN_CONTEXT);
/** Set while tracing is on. */
let sdk: Sdk | undefined;

export interface TracingOptions {
  /** `service.name` of every span. */
  readonly service: string;
  /** Base URL of an OTLP/HTTP collector (`http://collector:4318`). Without one nothing is traced, at no cost. */
  readonly otlpEndpoint?: string;
}

export interface Tracing {
  /** Sends the remaining spans, for at most a few seconds, and ends tracing. */
  stop(): Promise<void>;
}

/** Once per process. Without a collector nothing is loaded; if it can't be reached, only spans are lost. */
export async function startTracing({ service, otlpEndpoint }: TracingOptions): Promise<Tracing> {
  if (otlpEndpoint === undefined) return { stop: () => Promise.resolve() };
  const loaded = await import('./tracing-sdk.js');
  const provider = loaded.openProvider(service, otlpEndpoint);
  sdk = loaded;
  return {
    async stop() {
      sdk = undefined;
      await provider.shutdown().catch(() => undefined); // unsent spans are no reason to fail a stop
      for (const api of [trace, context, propagation]) api.disable();
    },
  };
}

export interface SpanOptions {
  /** W3C trace context of the cause, if it is outside this call: a request, a message, a stored delivery. */
  readonly traceparent?: string;
  /** W3C trace contexts of several causes, none of which is the parent of the span. */
  readonly links?: readonly string[];
  readonly kind?: keyof typeof SpanKind;
  /** Ids and names of things; no secret and no personal data. */
  readonly attributes?: Attributes;
}

/**
 * Ties a span to the causes of its work. If all belong to one trace, the span is a child of the first; if they belong
 * to several, it links to each.
 * @param traceparents of each cause; undefined for one that was not traced
 */
export function causedBy(traceparents: Iterable<string | undefined>): Pick<SpanOptions, 'traceparent' | 'links'> {
  const causes = [...new Set(traceparents)].filter((cause) => cause !== undefined);
  const traces = new Set(causes.map((cause) => remoteContext(cause)?.traceId));
  return traces.size > 1 ? { links: causes } : { traceparent: causes[0] };
}

function remoteContext(traceparent: string): SpanContext | undefined {
  const remote = sdk?.parseTraceParent(traceparent);
  return remote ? { ...remote, isRemote: true } : undefined;
}

function parentOf(traceparent: string | undefined): Context {
  const remote = traceparent === undefined ? undefined : remoteContext(traceparent);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : context.active();
}

const linksTo = (traceparents: readonly string[]): Link[] =>
  traceparents.flatMap((traceparent) => {
    const remote = remoteContext(traceparent);
    return remote ? [{ context: remote }] : [];
  });

/** Runs `work` within a span: a child of `traceparent` if that is given and well-formed, else of the current span. */
export async function withSpan<Result>(
  name: string,
  { traceparent, links = [], kind = 'INTERNAL', attributes }: SpanOptions,
  work: (span: Span) => Promise<Result> | Result,
): Promise<Result> {
  if (!sdk) return work(silentSpan);
  const parent = parentOf(traceparent);
  const options = { kind: SpanKind[kind], attributes, links: linksTo(links) };
  const span = trace.getTracer('halyard').startSpan(name, options, parent);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    // Only the type: messages may quote data of the request.
    const type = error instanceof Error ? error.name : typeof error;
    span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** W3C trace context of the current span, to send or store: `00-<trace id>-<span id>-<flags>`. */
export function currentTraceparent(): string | undefined {
  const span = sdk ? trace.getActiveSpan()?.spanContext() : undefined;
  if (!span || !isSpanContextValid(span)) return undefined;
  return `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;
}

const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * W3C trace context for work without tracing: the caller's if it is well-formed, else one derived from the id (UUID) of
 * the work's cause. So everything has a trace, with and without a collector.
 */
export function untracedTraceparent(id: string, given?: string): string {
  if (given !== undefined && TRACEPARENT.test(given)) return given;
  const hex = id.replaceAll('-', '');
  return `00-${hex}-${hex.slice(-16)}-01`;
}

/** The trace id in a W3C trace context: 32 hex digits. */
export const traceIdOf = (traceparent: string): string => traceparent.split('-')[1] ?? '';
