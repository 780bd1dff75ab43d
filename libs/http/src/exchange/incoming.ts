import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { HeaderFields } from '@halyard/contracts';

/** What the handler of a route that is not for documents gets to see of a request. */
export interface IncomingExchange {
  /** Those that the route's kind lets pass. */
  readonly headers: HeaderFields;
  /** The body as it comes: no faster than it is read. It fails unless it is whole and what the caller sent. */
  readonly body: Readable;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

export interface ExchangeCarrier {
  readonly exchange?: IncomingExchange;
}

/** Parameter decorator for controllers: the `IncomingExchange`. The handler answers `Bytes`, or a document. */
export const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext): IncomingExchange => {
  const { exchange } = context.switchToHttp().getRequest<ExchangeCarrier>();
  if (!exchange) throw new Error('this route is called for documents');
  return exchange;
});

/**
 * To be awaited before anything is committed that rests on a body: all of it has come, as long as was declared, and it is
 * what the gateway saw. Reads what was left of it.
 *
 * @throws DomainError BadRequest when it was cut short, PayloadTooLarge, InvalidCredentials when somebody changed it
 */
export async function wholeBody({ body }: IncomingExchange): Promise<void> {
  await finished(body.resume(), { writable: false });
}
