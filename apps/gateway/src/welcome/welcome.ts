import { isAbsolute, relative } from 'node:path';
import { Injectable } from '@nestjs/common';
import { pageHeaders } from '@halyard/pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { GatewayConfig } from '../config.js';
import { isOfConsole } from '../edge/console-target.js';
import { RequestLimits } from '../limits/request-limits.js';
import { prefersPage } from '../media/accept.js';
import { welcomePage, welcomeScript, welcomeStyle } from './welcome-page.html.js';

/** Allows only the page's own inline style sheet and script, and no frame around it. */
const HEADERS = {
  ...pageHeaders({ style: welcomeStyle, script: welcomeScript, formAction: ["'none'"] }),
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
    await reply.headers(HEADERS).send(this.pageFor(baseUrl));
  };

  private pageFor(baseUrl: string): string {
    const { installationName, vendorWord, dataDir, tls, console, addresses } = this.config;
    const consoleUrl = addresses.consoleUrl === undefined ? '/console/' : addresses.consoleHome;
    return welcomePage({
      ...{ installation: installationName, baseUrl, vendorWord, hasOwnAuthority: tls },
      dataDir: fromHere(dataDir),
      consoleUrl: console ? consoleUrl : undefined,
    });
  }
}

/** The path for a shell in the folder of this process: relative if it leads downwards. */
function fromHere(path: string): string {
  const way = relative('', path);
  return way.startsWith('..') || isAbsolute(way) ? path : way || '.';
}
