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
import { Clock, DomainError, isId, newId } from '@halyard/core';
import { type Bytes, errorAnswer, type ExchangeRequest, type ServiceAnswer, ServiceClient } from '@halyard/http';
import { currentTraceparent, untracedTraceparent } from '@halyard/observability';
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

export interface ForwardedRequest extends ForwardedLine {
  readonly body?: unknown;
}

interface ForwardedExchange extends ForwardedLine, Pick<ExchangeRequest, 'headers' | 'body' | 'signal' | 'stopping'> {}

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
    private readonly clock: Clock,
  ) {}

  /** Never rejects: an unreachable service is an answer too. */
  async forward(route: PlainRoute, forwarded: ForwardedRequest): Promise<ServiceAnswer> {
    const { requestId, path, query, body } = forwarded;
    try {
      const operation = await this.operationOf(forwarded);
      const routingKey = routingKeyOf(route, path, body);
      return await this.client.call(route.owner, { method: route.method, path, query, body, operation, routingKey });
    } catch (error) {
      return errorAnswer(this.failures.refusalOf(error, requestId));
    }
  }

  /** Never rejects. If the answer is bytes, its body fails if the owner fails. */
  async exchange(route: ExchangeRoute, forwarded: ForwardedExchange): Promise<ServiceAnswer | Bytes> {
    const { requestId, path, query, headers, body, signal, stopping } = forwarded;
    const routingKey = routingKeyOf(route, path, undefined);
    try {
      const operation = await this.operationOf(forwarded);
      const request = { route, path, query, headers, body, operation, routingKey, signal, stopping };
      return await this.client.exchange(route.owner, request);
    } catch (error) {
      return errorAnswer(this.failures.refusalOf(error, requestId));
    }
  }

  async operationOf({
    requestId,
    principal,
    key,
    wantsForms,
    isStrict,
    traceparent,
  }: Omit<ForwardedLine, 'path' | 'query'>): Promise<Operation> {
    const at = principal?.kind === 'application' ? await this.clock.now(principal.accountId) : this.clock.system();
    return {
      id: newId(),
      requestId,
      principal: principal ?? { kind: 'service', service: 'gateway' },
      at: at.toISOString(),
      ...(key !== undefined && { key }),
      ...(wantsForms && { wantsForms }),
      ...(isStrict && { isStrict }),
      traceparent: currentTraceparent() ?? untracedTraceparent(requestId, traceparent),
    };
  }
}
