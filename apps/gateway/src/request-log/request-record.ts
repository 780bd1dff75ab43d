import type { Readable } from 'node:stream';
import type { AnswerBody } from '@halyard/contracts';

export interface RequestRecord {
  readonly hasBodies: boolean;
  /** Set for a JSON object or a form. */
  body?: unknown;
  /** Whether its body has more parts than are recorded. */
  isCut?: boolean;
  answer?: AnswerBody;
  /** The answer in the form that the client gets. */
  rendered?: object;
  traceparent?: string | undefined;
  /** How many bytes of its body have arrived, if they are not counted elsewhere. */
  received?: number;
  /** Its body as it came, if the request was refused before anybody read it. */
  unread?: Buffer;
  /** Resolves once nobody waits for the rest of such a body. */
  rest?: Promise<void>;
  /** How many bytes of its answer were given to the connection, if they are not counted elsewhere. */
  sent?: number;
}

declare module 'fastify' {
  interface FastifyRequest {
    record: RequestRecord | null;
  }
}

interface RecordHolder {
  readonly record: RequestRecord | null;
}

/** Remembers facts of a request, if requests are recorded. */
export function note({ record }: RecordHolder, found: Partial<RequestRecord>): void {
  if (record) Object.assign(record, found);
}

/** Sees chunks while somebody else reads the stream. The reader decides when it begins and how fast it is. */
export function watch(passing: Readable, see: (chunk: Buffer) => void): void {
  passing.pause().on('data', see);
}

/** Counts the bytes of an answer, if requests are recorded. */
export function countSent({ record }: RecordHolder, body: Readable): void {
  if (!record) return;
  record.sent = 0;
  watch(body, ({ length }) => (record.sent = (record.sent ?? 0) + length));
}
