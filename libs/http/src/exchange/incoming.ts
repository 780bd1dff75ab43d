import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { HeaderFields } from '@halyard/contracts';

/** A request for the handler of a route whose kind is not `plain`. */
export interface IncomingExchange {
  /** Only fields that the route's kind allows. */
  readonly headers: HeaderFields;
  /** The body, which arrives no faster than it is read. It fails unless it is complete and as the caller sent it. */
  readonly body: Readable;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Aborted when the process, or a caller within it, begins to stop. A handler that waits then answers at once. */
  readonly stopping: AbortSignal;
}

interface ExchangeCarrier {
  readonly exchange?: IncomingExchange;
}

/**
 * Parameter decorator for controllers: gives the `IncomingExchange`. The handler answers with `Bytes` or an
 * `AnswerBody`.
 */
export const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext): IncomingExchange => {
  const { exchange } = context.switchToHttp().getRequest<ExchangeCarrier>();
  if (!exchange) throw new Error('a plain request came to the handler of an exchange');
  return exchange;
});

/** Parameter decorator for plain routes that can also answer with bytes: tells whether the client asked for them. */
export const IsExchange = createParamDecorator(
  (_: unknown, context: ExecutionContext): boolean =>
    context.switchToHttp().getRequest<ExchangeCarrier>().exchange !== undefined,
);

/**
 * Reads the rest of a body and checks it. It resolves once all of the body has come, has the declared length, and is
 * what the gateway saw. Await it before committing anything that depends on the body.
 *
 * @throws DomainError BadRequest if the body was cut short, PayloadTooLarge, InvalidCredentials if it was changed on
 * its way
 */
export async function wholeBody({ body }: IncomingExchange): Promise<void> {
  await finished(body.resume(), { writable: false });
}
