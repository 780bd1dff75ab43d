import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { HeaderFields } from '@halyard/contracts';

/** What the handler of a route whose kind is not `plain` gets of a request. */
export interface IncomingExchange {
  /** Those that the route's kind lets pass. */
  readonly headers: HeaderFields;
  /** The body as it arrives, no faster than it is read. It fails unless it is complete and what the caller sent. */
  readonly body: Readable;
  /** Aborted when nobody waits for the answer any longer. */
  readonly signal: AbortSignal;
  /** Aborted when the process, or a caller in it, begins to stop: a handler that waits for something answers without it. */
  readonly stopping: AbortSignal;
}

interface ExchangeCarrier {
  readonly exchange?: IncomingExchange;
}

/** Parameter decorator for controllers: the `IncomingExchange`. The handler answers `Bytes`, or an `AnswerBody`. */
export const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext): IncomingExchange => {
  const { exchange } = context.switchToHttp().getRequest<ExchangeCarrier>();
  if (!exchange) throw new Error('a plain request came to the handler of an exchange');
  return exchange;
});

/** Parameter decorator for controllers: whether a client of a plain route that gives bytes as well has asked for bytes. */
export const IsExchange = createParamDecorator(
  (_: unknown, context: ExecutionContext): boolean =>
    context.switchToHttp().getRequest<ExchangeCarrier>().exchange !== undefined,
);

/**
 * Reads the rest of a body and checks it. To be awaited before committing anything that depends on the body: resolves
 * once all of it has come, has the declared length, and is what the gateway saw.
 *
 * @throws DomainError BadRequest when it was cut short, PayloadTooLarge, InvalidCredentials when it was changed on its
 * way
 */
export async function wholeBody({ body }: IncomingExchange): Promise<void> {
  await finished(body.resume(), { writable: false });
}
