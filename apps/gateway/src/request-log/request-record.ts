import type { Readable } from 'node:stream';
import type { AnswerBody } from '@halyard/contracts';

/** What is remembered of a request until it is over, where requests are recorded. */
export interface RequestRecord {
  /** Whether bodies are recorded too. */
  readonly hasBodies: boolean;
  /** Its body, where that is a JSON object or a form. */
  body?: unknown;
  /** Whether its body has more parts than are recorded. */
  isCut?: boolean;
  answer?: AnswerBody;
  /** The answer as the client gets it. */
  rendered?: object;
  traceparent?: string | undefined;
  /** Bytes of its body that have come, where these are not counted otherwise. */
  received?: number;
  /** Its body as it came, where the request was refused before anybody read it. */
  unread?: Buffer;
  /** Resolves once no more of such a body is waited for. */
  rest?: Promise<void>;
  /** Bytes of its answer that were given to the connection, where these are not counted otherwise. */
  sent?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    record: RequestRecord | null;
  }
}

interface Recorded {
  readonly record: RequestRecord | null;
}

/** Remembers something of a request, where requests are recorded. */
export function note({ record }: Recorded, found: Partial<RequestRecord>): void {
  if (record) Object.assign(record, found);
}

/** Sees what passes by as somebody else reads it: that one decides when it begins, and how fast it is. */
export function watch(passing: Readable, see: (chunk: Buffer) => void): void {
  passing.pause().on('data', see);
}

/** Counts the bytes of an answer, where requests are recorded. */
export function countSent({ record }: Recorded, body: Readable): void {
  if (!record) return;
  record.sent = 0;
  watch(body, ({ length }) => (record.sent = (record.sent ?? 0) + length));
}
