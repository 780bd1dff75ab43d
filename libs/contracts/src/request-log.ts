import { z } from 'zod';
import type { Json } from './answer.js';
import type { ResourceRef } from './refs.js';

/** How much of requests is recorded. */
export type RequestLogMode = 'full' | 'without-bodies' | 'off';

/** A whole trace, as clients see it. */
export const TRACE = /^[0-9a-f]{32}$/i;

/** What may be recorded of a body, in bytes of JSON. */
export const RECORDED_BODY_BYTES_MAX = 8_192;

/**
 * A request that is over, as the gateway hands it to the log: nothing in it is secret or about a person any more, but
 * for the client's address and Idempotency-Key, which are sealed with the rest. What can be filtered by stands in fields
 * of its own.
 */
export const recordedRequest = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  method: z.string(),
  /** As the OpenAPI document has it; absent where no route fits. */
  route: z.string().optional(),
  status: z.int(),
  code: z.string().optional(),
  applicationId: z.uuid(),
  personId: z.uuid().optional(),
  /** The person uses an application of ours. */
  isFirstParty: z.literal(true).optional(),
  /** What it made, or else the resource of its path. */
  resourceId: z.uuid().optional(),
  /** The id in its path, where that is another. */
  pathId: z.uuid().optional(),
  /** 32 hexadecimal digits. */
  trace: z.string(),
  /** The Idempotency-Key. */
  key: z.string().optional(),
  /** JSON of a RequestSummary. */
  summary: z.string(),
  /** JSON of RequestContent. */
  content: z.string(),
});
export type RecordedRequest = z.infer<typeof recordedRequest>;

/** Requests that are recorded in one go. The same batch again changes nothing. */
export const requestBatch = z.object({ at: z.iso.datetime(), requests: z.array(recordedRequest).min(1) });
export type RequestBatch = z.infer<typeof requestBatch>;

/** What lists show of a request, beside what it is filtered by. */
export interface RequestSummary {
  readonly path: string;
  readonly durationMs: number;
  readonly address: string;
  readonly isReplayed?: true;
  /** What it made, or else the resource of its path. */
  readonly resource?: ResourceRef;
  /** The Idempotency-Key. */
  readonly key?: string;
}

/** What was sent in one direction. */
interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly body?: Json;
  readonly truncated?: true;
}

/** What one request shows beside its summary. */
export interface RequestContent {
  readonly request: Message;
  readonly response: Message;
}

/** Names of applications by their ids, of those that there are. */
export const applicationNames = z.object({ names: z.record(z.string(), z.string()) });
