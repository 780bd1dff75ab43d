import type { Method, Operation, ServiceName } from '@halyard/contracts';
import { currentTraceparent, withRequestId, withSpan } from '@halyard/observability';

/**
 * Makes a call in a span of its own, below the span of the operation, and passes the span's context on with the call.
 */
export const asCaller = <Request extends { readonly operation: Operation }, Answer>(
  service: ServiceName,
  method: Method,
  request: Request,
  send: (request: Request) => Promise<Answer>,
): Promise<Answer> => {
  const { operation } = request;
  const span = { traceparent: operation.traceparent, kind: 'CLIENT', attributes: { 'peer.service': service } } as const;
  return withSpan(`${method} ${service}`, span, () => {
    const traceparent = currentTraceparent();
    return send(traceparent === undefined ? request : { ...request, operation: { ...operation, traceparent } });
  });
};

/** Does a service's work for a call: everything is logged with the operation's request id and belongs to its trace. */
export const asServer = <Result>(
  { requestId, traceparent }: Operation,
  route: string,
  work: () => Promise<Result>,
): Promise<Result> => withRequestId(requestId, () => withSpan(route, { traceparent, kind: 'SERVER' }, work));
