import { Injectable } from '@nestjs/common';
import { consoleAdmission, type Route, serviceRoutes } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { refusalOf, ServiceClient } from '@halyard/http';
import { Forwarder } from '../forwarding/forwarder.js';
import type { FastifyRequest } from 'fastify';

/** Requests of pages of the console, which the API treats as those of the person that is logged in (ADR 107). */
@Injectable()
export class ConsoleRequests {
  constructor(
    private readonly client: ServiceClient,
    private readonly forwarder: Forwarder,
  ) {}

  /**
   * Replaces what the browser has by the person's own token. Nothing else that the browser sent as credentials counts.
   *
   * @throws DomainError NotFound for a route that is not for people; NoSession, CrossSiteRequest, FreshLogInRequired
   */
  async admit(
    { access, path }: Route,
    baseUrl: string,
    request: Pick<FastifyRequest, 'headers' | 'method' | 'id'>,
  ): Promise<void> {
    if (access === 'anyone' || access === 'linking') throw new DomainError('NotFound');
    const { headers, method, id: requestId } = request;
    const { cookie, origin, referer, 'sec-fetch-site': site, 'x-console': mark } = headers;
    const body = {
      ...{ method, path, origin: baseUrl },
      headers: { cookie, origin, referer, 'sec-fetch-site': site, 'x-console': mark },
    };
    const route = serviceRoutes.admitConsoleRequest;
    const operation = await this.forwarder.operationOf({ requestId });
    const answer = await this.client.call(route.owner, { method: route.method, path: route.path, body, operation });
    if (answer.body.type === 'error') throw refusalOf(answer.body);
    const { authorization } = consoleAdmission.parse(answer.body.type === 'fact' ? answer.body.fact : undefined);
    headers.authorization = authorization;
    delete headers.cookie;
  }
}
