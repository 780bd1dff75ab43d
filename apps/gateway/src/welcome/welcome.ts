import { Injectable } from '@nestjs/common';
import { pageHeaders } from '@halyard/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { isOfConsole } from '../edge/console-target.js';
import { RequestLimits } from '../limits/request-limits.js';
import { prefersPage } from '../media/accept.js';
import { welcomePage, welcomeStyle } from './welcome-page.html.js';

/** Allows only the page's own inline style sheet, and no frame around it. */
const HEADERS = {
  ...pageHeaders({ style: welcomeStyle, formAction: ["'none'"] }),
  vary: 'Accept, Authorization',
};

@Injectable()
export class Welcome {
  constructor(
    private readonly config: GatewayConfig,
    private readonly limits: RequestLimits,
  ) {}

  /** Greets a browser that sends no token. @throws LimitExceeded */
  readonly greet = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { accept, authorization } = request.headers;
    if (isOfConsole(request.raw)) return;
    if (this.config.environment !== 'sandbox' || authorization !== undefined || !prefersPage(accept)) return;
    this.limits.countStranger(request, reply);
    const { baseUrl = '' } = request.call ?? {};
    await reply.headers(HEADERS).send(welcomePage({ baseUrl, hasOwnAuthority: this.config.tls }));
  };
}
