import { Injectable } from '@nestjs/common';
import type { AnswerBody, ApplicationPrincipal, Operation, PlainRoute } from '@halyard/contracts';
import { type PublicRoute, publicRoutes } from '@halyard/public-api';
import type { ServiceAnswer } from '@halyard/http';
import type { DeclaredQuery } from '@halyard/input';
import { GatewayConfig } from './config.js';
import { InstallationHealth } from './health/installation-health.js';
import { KeyUseFinder } from './idempotency-keys/key-uses.js';
import type { View } from './rendering/hal.js';
import { rootAnswer } from './root/root.js';
import { Search, searchedFor } from './search/search.js';

interface OwnRequest {
  readonly principal: ApplicationPrincipal;
  readonly operation: Operation;
  /** The URL as it was sent, not decoded. */
  readonly url: string;
  readonly view: View;
}

/** The queries of these routes, for the API description. */
export const ownQueries: Readonly<Partial<Record<PublicRoute, DeclaredQuery>>> = { search: searchedFor };

@Injectable()
export class OwnRoutes {
  constructor(
    private readonly keys: KeyUseFinder,
    private readonly search: Search,
    private readonly health: InstallationHealth,
    private readonly config: GatewayConfig,
  ) {}

  /** @throws DomainError as the answer of the route does */
  async answer(route: PlainRoute, request: OwnRequest): Promise<ServiceAnswer> {
    return { status: 200, body: await this.bodyOf(route, request) };
  }

  private bodyOf(route: PlainRoute, { principal, operation, url, view }: OwnRequest): AnswerBody | Promise<AnswerBody> {
    switch (route) {
      case publicRoutes.getIdempotencyKey:
        return this.keys.find(url, principal, operation, view);
      case publicRoutes.search:
        return this.search.find(view.query, principal, operation);
      case publicRoutes.getInstallationHealth:
        return this.health.find(operation, view);
      default:
        return rootAnswer(principal, this.config.environment === 'sandbox');
    }
  }
}
