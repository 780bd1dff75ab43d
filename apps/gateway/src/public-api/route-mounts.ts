import { Injectable } from '@nestjs/common';
import { type ExchangeRoute, type PlainRoute, routedPath } from '@halyard/contracts';
import { publicRoutes } from '@halyard/public-api';
import type { FastifyReply, RawServerDefault, RouteOptions } from 'fastify';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { preferredBytes } from '../media/accept.js';
import { Welcome } from '../welcome/welcome.js';
import type { PublicRequest, PublicRequestParts } from './call.js';
import { ExchangeHandler } from './exchange-handler.js';
import { Gate } from './gate.js';
import { RequestHandler } from './request-handler.js';

type MountedRoute = RouteOptions<RawServerDefault, IncomingMessage, ServerResponse, PublicRequestParts>;

@Injectable()
export class RouteMounts {
  constructor(
    private readonly gate: Gate,
    private readonly handler: RequestHandler,
    private readonly exchanges: ExchangeHandler,
    private readonly welcome: Welcome,
  ) {}

  plain(route: PlainRoute): MountedRoute {
    const admit = (request: PublicRequest, reply: FastifyReply): Promise<void> => {
      const bytes = bytesOf(route, request);
      return bytes ? this.gate.admitExchange(bytes, request, reply) : this.gate.admit(route, request, reply);
    };
    return {
      method: route.method,
      url: routedPath(route.path),
      onRequest: route === publicRoutes.getRoot ? [this.welcome.greet, admit] : admit,
      handler: (request, reply) => {
        const bytes = bytesOf(route, request);
        return bytes ? this.exchanges.handle(bytes, request, reply) : this.handler.handle(route, request, reply);
      },
    };
  }

  exchange(route: ExchangeRoute): MountedRoute {
    return {
      // HEAD is answered here: Fastify's own would read everything that a GET answers.
      method: route.method === 'GET' ? ['GET', 'HEAD'] : route.method,
      url: routedPath(route.path),
      onRequest: (request, reply) => this.gate.admitExchange(route, request, reply),
      handler: (request, reply) => this.exchanges.handle(route, request, reply),
    };
  }
}

const bytesOf = ({ orBytes }: PlainRoute, { headers }: PublicRequest): ExchangeRoute | undefined =>
  orBytes && preferredBytes(headers.accept, orBytes.gives) !== undefined ? orBytes : undefined;
