import type { AnswerBody } from '@halyard/contracts';

/** What is remembered of a request until it is over, where requests are recorded. */
export interface RequestRecord {
  /** Its body, where that is a JSON object. */
  body?: unknown;
  answer?: AnswerBody;
  /** The answer as the client gets it. */
  rendered?: object;
  traceparent?: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    record: RequestRecord | null;
  }
}

/** Remembers something of a request, where requests are recorded. */
export function note({ record }: { readonly record: RequestRecord | null }, found: RequestRecord): void {
  if (record) Object.assign(record, found);
}
