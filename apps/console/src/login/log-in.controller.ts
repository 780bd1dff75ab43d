import { Controller, Inject, Query } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { consoleRoutes, consoleSecretIn } from '@halyard/contracts/console';
import { DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, CurrentOperation, fieldOf, type IncomingExchange, Serves } from '@halyard/http';
import { LOGGER, type Logger } from '@halyard/observability';
import { ConsoleConfig } from '../config.js';
import { bytesOf, originIn, redirectTo } from '../answer/answers.js';
import { pageHeaders } from '../answer/page-headers.js';
import { plainPage, plainStyle } from '../answer/plain-page.js';
import { settingSession } from '../session/session-cookie.js';
import { KeptForms } from '../form/kept-forms.rows.js';
import { Sessions } from '../session/sessions.js';
import { LogIns } from './log-ins.js';
import { returnPathOf } from './return-path.js';

type Parameters = Readonly<Record<string, string | readonly string[]>>;

const textIn = (query: Parameters, name: string): string | undefined => {
  const value = query[name];
  return typeof value === 'string' ? value : undefined;
};

/** Tells the page that a form waits for it. */
const FORM_WAITS = '#form';

@Controller()
export class LogInController {
  constructor(
    private readonly logIns: LogIns,
    private readonly sessions: Sessions,
    private readonly forms: KeptForms,
    private readonly config: ConsoleConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  @Serves(consoleRoutes.logInToConsole)
  async begin(
    @Query() query: Parameters,
    @CurrentExchange() { headers }: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    const known = await this.sessions.visitOf(consoleSecretIn(fieldOf(headers, 'cookie')));
    const visit = known === undefined ? await this.sessions.beginVisit() : undefined;
    const location = await this.logIns.begin(
      { operation, visitId: known?.id ?? visit?.id ?? '' },
      {
        returnPath: returnPathOf(textIn(query, 'return')),
        isFresh: textIn(query, 'fresh') === '1',
        wasIdle: known?.isIdle ?? false,
        choosesAccount: textIn(query, 'switch') === '1',
      },
    );
    return redirectTo(location, 302, visit && settingSession(visit.secret));
  }

  @Serves(consoleRoutes.returnToConsole)
  async finish(
    @Query() query: Parameters,
    @CurrentExchange() { headers }: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    const visit = await this.sessions.visitOf(consoleSecretIn(fieldOf(headers, 'cookie')));
    const [code, state, iss] = ['code', 'state', 'iss'].map((name) => textIn(query, name));
    const isAnswer = iss === undefined || iss === this.config.addresses.issuer;
    if (!visit || code === undefined || state === undefined || !isAnswer) return this.failed(headers);
    try {
      const loggedIn = await this.logIns.finish({ query: { code, state }, operation, visitId: visit.id });
      if (!loggedIn) return this.failed(headers);
      const { returnPath, secret } = loggedIn;
      const hasForm = await this.forms.waitsAt(loggedIn, returnPath);
      return redirectTo(hasForm ? returnPath + FORM_WAITS : returnPath, 302, settingSession(secret));
    } catch (error) {
      if (error instanceof DomainError && error.kind === 'unavailable') throw error;
      this.logger.warn({ err: error, requestId: operation.requestId }, 'a log-in failed');
      return this.failed(headers);
    }
  }

  private failed(headers: IncomingExchange['headers']): Bytes {
    const text =
      'This log-in was not begun in this browser, took too long, or was refused. Who was logged in before still is.';
    const isSandbox = this.config.environment === 'sandbox';
    const page = plainPage({ heading: 'Log-in failed', text, isSandbox });
    return bytesOf(page, pageHeaders(originIn(headers), plainStyle), 400);
  }
}
