import type { Method, Operation, ServiceName } from '@halyard/contracts';
import { currentTraceparent, withRequestId, withSpan } from '@halyard/observability';

/** The caller's half of a call: a span below the operation's, whose context goes along with the call. */
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

/** The service's half: everything done for the operation is logged with its request id and belongs to its trace. */
export const asServer = <Result>(
  { requestId, traceparent }: Operation,
  route: string,
  work: () => Promise<Result>,
): Promise<Result> => withRequestId(requestId, () => withSpan(route, { traceparent, kind: 'SERVER' }, work));
