import { Injectable } from '@nestjs/common';
import {
  type ApplicationPrincipal,
  type BrowserPrincipal,
  type ExchangeRoute,
  isPathToken,
  type Operation,
  type PlainRoute,
  type Route,
} from '@halyard/contracts';
import { DomainError, isId, newId } from '@halyard/core';
import {
  type Bytes,
  errorAnswer,
  type ExchangeRequest,
  type ServiceAnswer,
  ServiceClient,
  type ServiceWait,
} from '@halyard/http';
import { currentTraceparent, untracedTraceparent } from '@halyard/observability';
import { Stamps, type UnstampedOperation } from './stamps.js';
import type { Filters } from '../media/query.js';
import { Failures } from '../rendering/failures.js';
import { routingKeyOf } from './routing-key.js';

interface ForwardedLine {
  readonly requestId: string;
  readonly key?: string;
  /** Absent on routes without a token: then the gateway itself is the caller. */
  readonly principal?: ApplicationPrincipal | BrowserPrincipal;
  readonly path: string;
  readonly query: Filters;
  /** The client's W3C trace context, in any form. */
  readonly traceparent?: string;
  readonly wantsForms?: boolean;
  /** Whether the client wants every unknown member of the body refused. */
  readonly isStrict?: boolean;
}

type OperationLine = Omit<ForwardedLine, 'path' | 'query'>;

export interface ForwardedRequest extends ForwardedLine {
  readonly body?: unknown;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal;
  /** Aborted when this process begins to stop. Set for a route that waits. */
  readonly stopping?: AbortSignal;
}

interface ForwardedExchange extends ForwardedLine, Pick<ExchangeRequest, 'headers' | 'body' | 'signal' | 'stopping'> {}

/** The longest wait that a client may ask for. */
const WAIT_SECONDS_MAX = 30;

/** Values of `:file` in a path. Except for `:token`, all other parameters are ids. */
const FILE_NAME = /^[\w-]{1,64}(?:\.\w{1,16})?\.\w{1,8}$/;

/** The allowed part of an address below `/*`. No segment is empty or leads upwards. */
const BELOW = /^(?:\/[\w~%!$&'()*+,;=:@-][\w.~%!$&'()*+,;=:@-]*)+\/?$/;

/** The path as it was sent, for a route like `/docs/*`. @throws DomainError NotFound if it is ambiguous */
export function pathBelow(url: string): string {
  const path = url.split('?', 1)[0] ?? '';
  if (!BELOW.test(path) || /%(?:2e|5c|00)/i.test(path)) throw new DomainError('NotFound');
  return path;
}

/** All spellings of an id give one path. @throws DomainError NotFound for an impossible id or file name */
export const concretePath = ({ path }: Route, parameters: Readonly<Record<string, string>>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const id = parameters[name];
    if (name === 'file' && id !== undefined && FILE_NAME.test(id)) return id;
    if (name === 'token' && isPathToken(id)) return id;
    if (!isId(id)) throw new DomainError('NotFound');
    return id.toLowerCase();
  });

@Injectable()
export class Forwarder {
  constructor(
    private readonly client: ServiceClient,
    private readonly failures: Failures,
    private readonly stamps: Stamps,
  ) {}

  /** Never rejects: an unreachable service is an answer too. */
  async forward(route: PlainRoute, forwarded: ForwardedRequest): Promise<ServiceAnswer> {
    const { requestId, path, query, body, signal, stopping } = forwarded;
    const { owner, method } = route;
    const routingKey = routingKeyOf(route, path, body);
    const wait = stopping && waitOf(route, query, stopping);
    try {
      return await this.stamps.send(unstamped(forwarded), (operation) =>
        this.client.call(owner, { method, path, query, body, operation, routingKey, signal, wait }),
      );
    } catch (error) {
      return errorAnswer(this.failures.refusalOf(error, requestId));
    }
  }

  /**
   * Never rejects. If the answer is bytes, its body fails if the owner fails. A request is not sent again once its owner
   * has begun to read the body, which owners do after they have compared steps.
   */
  async exchange(route: ExchangeRoute, forwarded: ForwardedExchange): Promise<ServiceAnswer | Bytes> {
    const { requestId, path, query, headers, body, signal, stopping } = forwarded;
    const routingKey = routingKeyOf(route, path, undefined);
    const isWhole = (): boolean => !body?.readableDidRead;
    try {
      return await this.stamps.send<ServiceAnswer | Bytes>(
        unstamped(forwarded),
        (operation) =>
          this.client.exchange(route.owner, {
            route,
            path,
            query,
            headers,
            body,
            operation,
            routingKey,
            signal,
            stopping,
          }),
        isWhole,
      );
    } catch (error) {
      return errorAnswer(this.failures.refusalOf(error, requestId));
    }
  }

  operationOf(line: OperationLine): Operation {
    const operation = unstamped(line);
    return { ...operation, ...this.stamps.stamp(operation) };
  }
}

function unstamped({
  requestId,
  principal,
  key,
  wantsForms,
  isStrict,
  traceparent,
}: OperationLine): UnstampedOperation {
  return {
    id: newId(),
    requestId,
    principal: principal ?? { kind: 'service', service: 'gateway' },
    ...(key !== undefined && { key }),
    ...(wantsForms && { wantsForms }),
    ...(isStrict && { isStrict }),
    traceparent: currentTraceparent() ?? untracedTraceparent(requestId, traceparent),
  };
}

/** Undefined for a route that never waits. */
function waitOf({ wait: parameter }: PlainRoute, query: Filters, stopping: AbortSignal): ServiceWait | undefined {
  if (parameter === undefined) return undefined;
  const given = query[parameter];
  const seconds = typeof given === 'string' && /^\d{1,2}$/.test(given) ? Number(given) : WAIT_SECONDS_MAX;
  return { parameter, timeMs: Math.min(seconds, WAIT_SECONDS_MAX) * 1_000, stopping };
}
