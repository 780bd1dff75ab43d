import { Injectable } from '@nestjs/common';
import { pageHeaders } from '@halyard/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { isOfConsole } from '../edge/console-target.js';
import { RequestLimits } from '../limits/request-limits.js';
import { prefersPage } from '../media/accept.js';
import { welcomePage, welcomeStyle } from './welcome-page.html.js';

/** Nothing but its own style sheet, which is part of it, and nothing around it. */
const HEADERS = {
  ...pageHeaders({ style: welcomeStyle, formAction: ["'none'"] }),
  vary: 'Accept, Authorization',
};

/** Welcomes somebody who opens the address of the sandbox in a browser. */
@Injectable()
export class Welcome {
  constructor(
    private readonly config: GatewayConfig,
    private readonly limits: RequestLimits,
  ) {}

  /**
   * Answers a request to the root that is of somebody who looks around, not of a client with a token.
   *
   * @throws LimitExceeded
   */
  readonly greet = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { accept, authorization } = request.headers;
    if (isOfConsole(request.raw)) return;
    if (this.config.environment !== 'sandbox' || authorization !== undefined || !prefersPage(accept)) return;
    this.limits.countStranger(request, reply);
    const { baseUrl = '' } = request.call ?? {};
    await reply.headers(HEADERS).send(welcomePage({ baseUrl, hasOwnAuthority: this.config.tls }));
  };
}
