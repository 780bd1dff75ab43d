import { Injectable } from '@nestjs/common';
import { type ApplicationPrincipal, type Operation, type PlainRoute, publicRoutes } from '@halyard/contracts';
import type { ServiceAnswer } from '@halyard/http';
import { KeyUses } from './idempotency-keys/key-uses.js';
import type { View } from './rendering/hal.js';
import { rootAnswer } from './root/root.js';

/** A request to a route that the gateway answers. */
interface OwnRequest {
  readonly principal: ApplicationPrincipal;
  readonly operation: Operation;
  /** As the client sent it. */
  readonly url: string;
  readonly view: View;
}

/** The plain routes that the gateway itself answers. */
@Injectable()
export class OwnRoutes {
  constructor(private readonly keys: KeyUses) {}

  /** @throws DomainError as the answer of the route does */
  async answer(route: PlainRoute, { principal, operation, url, view }: OwnRequest): Promise<ServiceAnswer> {
    const body =
      route === publicRoutes.getIdempotencyKey
        ? await this.keys.find(url, principal, operation, view)
        : rootAnswer(principal);
    return { status: 200, body };
  }
}
