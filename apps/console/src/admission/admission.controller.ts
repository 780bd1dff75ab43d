import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, type Operation, serviceRoutes } from '@halyard/contracts';
import { type ConsoleAdmission, consoleRequest, consoleSecretIn } from '@halyard/contracts/console';
import { Clock, DomainError } from '@halyard/core';
import { CurrentOperation, Serves } from '@halyard/http';
import { renewedAtMs, SessionAccess } from '../session/access.js';
import { Sessions } from '../session/sessions.js';
import { requireFreshLogIn } from './fresh-log-in.js';
import { isIdle } from './page-mark.js';
import { requireSameSite } from './same-site.js';

/** Tells gateways which person's token to use for an API request from a page. */
@Controller()
export class AdmissionController {
  constructor(
    private readonly sessions: Sessions,
    private readonly access: SessionAccess,
    private readonly clock: Clock,
  ) {}

  @Serves(serviceRoutes.admitConsoleRequest)
  async admit(@Body() body: unknown, @CurrentOperation() operation: Operation): Promise<FactAnswer<ConsoleAdmission>> {
    const request = consoleRequest.parse(body);
    requireSameSite(request);
    const { cookie, 'x-console': mark } = request.headers;
    const secret = consoleSecretIn(cookie);
    const session = await (isIdle(mark) ? this.sessions.find(secret) : this.sessions.use(secret));
    if (!session) throw new DomainError('NoSession');
    requireFreshLogIn(request, session.loggedInAt, this.clock.system());
    const tokens = await this.access.tokensOf(session, operation, request.ended);
    const untilMs = Math.min(this.sessions.restsUntilMs(session), renewedAtMs(tokens));
    return { type: 'fact', fact: { authorization: `Bearer ${tokens.accessToken}`, untilMs } };
  }
}
