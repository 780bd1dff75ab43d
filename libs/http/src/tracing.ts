import type { Method, Operation, ServiceName } from '@halyard/contracts';
import { currentTraceparent, withRequestId, withSpan } from '@halyard/observability';

/** The caller's half of a call: a span below that of the operation, whose context travels on with it. */
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

/** The service's half: all that it does for the operation has its request id in the logs, and its trace. */
export const asServer = <Result>(
  { requestId, traceparent }: Operation,
  route: string,
  work: () => Promise<Result>,
): Promise<Result> => withRequestId(requestId, () => withSpan(route, { traceparent, kind: 'SERVER' }, work));
