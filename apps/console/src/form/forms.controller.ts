import { json } from 'node:stream/consumers';
import { Controller } from '@nestjs/common';
import { consoleRoutes, consoleSecretIn } from '@halyard/contracts/console';
import { DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, fieldOf, type IncomingExchange, Serves } from '@halyard/http';
import { z } from 'zod';
import { requireOwnPage } from '../admission/same-site.js';
import { jsonOf } from '../answer/answers.js';
import { type LiveSession, Sessions } from '../session/sessions.js';
import { KeptForms } from './kept-forms.js';

const VALUES_MAX = 200;

/** The data to show a form again. Pages leave out secrets and files. */
const keptForm = z.strictObject({
  path: z.string().max(2_000),
  resource: z.string().max(2_000),
  name: z.string().max(100),
  key: z.uuid(),
  values: z
    .record(z.string().max(200), z.union([z.string().max(8_000), z.boolean()]))
    .refine((values) => Object.keys(values).length <= VALUES_MAX),
});

/** Keeps forms during a fresh log-in. Browser stores would outlive the session, and every page could read them. */
@Controller()
export class FormsController {
  constructor(
    private readonly sessions: Sessions,
    private readonly forms: KeptForms,
  ) {}

  /** @throws DomainError CrossSiteRequest, NoSession, BadRequest */
  @Serves(consoleRoutes.keepConsoleForm)
  async keep(@CurrentExchange() { headers, body }: IncomingExchange): Promise<Bytes> {
    requireOwnPage('POST', headers);
    const session = await this.sessionOf(headers);
    const { success, data, error } = keptForm.safeParse(await json(body).catch(() => undefined));
    if (!success) throw new DomainError('BadRequest', { cause: error });
    await this.forms.keep(session, JSON.stringify(data));
    return jsonOf({});
  }

  /** @throws DomainError CrossSiteRequest, NoSession, NotFound */
  @Serves(consoleRoutes.takeConsoleForm)
  async take(@CurrentExchange() { headers }: IncomingExchange): Promise<Bytes> {
    requireOwnPage('DELETE', headers);
    const form = await this.forms.take(await this.sessionOf(headers));
    if (form === undefined) throw new DomainError('NotFound');
    return jsonOf(keptForm.parse(JSON.parse(form)));
  }

  private async sessionOf(headers: IncomingExchange['headers']): Promise<LiveSession> {
    const session = await this.sessions.use(consoleSecretIn(fieldOf(headers, 'cookie')));
    if (!session) throw new DomainError('NoSession');
    return session;
  }
}
