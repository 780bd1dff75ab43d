import { z } from 'zod';
import type { Json } from '../kernel/answers/answer.js';
import type { ResourceRef } from '../kernel/answers/refs.js';

/** How much of requests is recorded. */
export type RequestLogMode = 'full' | 'without-bodies' | 'off';

/** A whole trace id, as clients see it. */
export const TRACE = /^[0-9a-f]{32}$/i;

/** The most of a body that may be recorded, in bytes of JSON. */
export const RECORDED_BODY_BYTES_MAX = 8_192;

/**
 * A finished request, as the gateway hands it to the log. Secrets and personal data have been removed, except the
 * client's address and the Idempotency-Key, which are sealed with the rest. Properties by which requests are filtered
 * have fields of their own.
 */
export const recordedRequest = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  method: z.string(),
  /** The route's path as the OpenAPI document has it. Absent if no route fits. */
  route: z.string().optional(),
  status: z.int(),
  code: z.string().optional(),
  applicationId: z.uuid(),
  personId: z.uuid().optional(),
  /** The person used a first-party application. */
  isFirstParty: z.literal(true).optional(),
  /** The resource that the request made, or else the resource of its path. */
  resourceId: z.uuid().optional(),
  /** The id in the request's path, if it differs from `resourceId`. */
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

/** Requests that are recorded in one go. If the same batch comes again, nothing changes. */
export const requestBatch = z.object({ at: z.iso.datetime(), requests: z.array(recordedRequest).min(1) });
export type RequestBatch = z.infer<typeof requestBatch>;

/** The facts about a request that lists show, besides those for filters. */
export interface RequestSummary {
  readonly path: string;
  readonly durationMs: number;
  readonly address: string;
  readonly isReplayed?: true;
  /** The resource that the request made, or else the resource of its path. */
  readonly resource?: ResourceRef;
  /** The Idempotency-Key. */
  readonly key?: string;
}

/** The message that was sent in one direction. */
interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number;
  readonly body?: Json;
  readonly truncated?: true;
}

/** The facts about one request that its own page shows, besides its summary. */
export interface RequestContent {
  readonly request: Message;
  readonly response: Message;
}

/** Names of applications by their ids. Ids without an application are left out. */
export const applicationNames = z.object({ names: z.record(z.string(), z.string()) });
