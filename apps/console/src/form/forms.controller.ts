import { json } from 'node:stream/consumers';
import { Controller, Param } from '@nestjs/common';
import type { Method } from '@halyard/contracts';
import { consoleRoutes, consoleSecretIn } from '@halyard/contracts/console';
import { Clock, DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, fieldOf, type IncomingExchange, Serves } from '@halyard/http';
import { IdPipe } from '@halyard/input';
import { z } from 'zod';
import { requireOwnPage } from '../admission/same-site.js';
import { jsonOf } from '../answer/answers.js';
import { type LiveSession, Sessions } from '../session/sessions.js';
import { KeptForms } from './kept-forms.rows.js';

const VALUES_MAX = 200;
const path = z.string().max(2_000);
const text = z.string().max(8_000);

/** The data to show a form again. Pages leave out secrets and files. */
const keptForm = z.strictObject({
  slot: z.uuid(),
  path,
  resource: z.string().max(2_000),
  name: z.string().max(100),
  key: z.uuid(),
  values: z
    .record(z.string().max(200), z.union([text, z.boolean(), z.array(text).max(VALUES_MAX)]))
    .refine((values) => Object.keys(values).length <= VALUES_MAX),
});

const wantedForm = z.strictObject({ path, slot: z.uuid().optional() });

/** Keeps forms while they are filled in. Browser stores would outlive the session, and every page could read them. */
@Controller()
export class FormsController {
  constructor(
    private readonly sessions: Sessions,
    private readonly forms: KeptForms,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError CrossSiteRequest, NoSession, BadRequest */
  @Serves(consoleRoutes.keepConsoleForm)
  async keep(@CurrentExchange() exchange: IncomingExchange): Promise<Bytes> {
    const session = await this.sessionOf('POST', exchange);
    const form = await read(exchange, keptForm);
    const until = this.sessions.formsUntil(session, this.clock.system());
    await this.forms.keep(session, { slot: form.slot, path: form.path, text: JSON.stringify(form) }, until);
    return jsonOf({});
  }

  /** Gives a form back, once. @throws DomainError CrossSiteRequest, NoSession, BadRequest, NotFound */
  @Serves(consoleRoutes.takeConsoleForm)
  async take(@CurrentExchange() exchange: IncomingExchange): Promise<Bytes> {
    const session = await this.sessionOf('POST', exchange);
    const wanted = await read(exchange, wantedForm);
    const form = await this.forms.take(session, wanted.path, wanted.slot);
    if (form === undefined) throw new DomainError('NotFound');
    return jsonOf(keptForm.parse(JSON.parse(form)));
  }

  /** Forgets a form that was sent or given up. @throws DomainError CrossSiteRequest, NoSession */
  @Serves(consoleRoutes.forgetConsoleForm)
  async forget(@Param('slot', IdPipe) slot: string, @CurrentExchange() exchange: IncomingExchange): Promise<Bytes> {
    await this.forms.forget(await this.sessionOf('DELETE', exchange), slot);
    return jsonOf({});
  }

  private async sessionOf(method: Method, { headers }: IncomingExchange): Promise<LiveSession> {
    requireOwnPage(method, headers);
    const session = await this.sessions.use(consoleSecretIn(fieldOf(headers, 'cookie')));
    if (!session) throw new DomainError('NoSession');
    return session;
  }
}

/** @throws DomainError BadRequest */
async function read<Shape extends z.ZodType>({ body }: IncomingExchange, shape: Shape): Promise<z.output<Shape>> {
  const { success, data, error } = shape.safeParse(await json(body).catch(() => undefined));
  if (!success) throw new DomainError('BadRequest', { cause: error });
  return data;
}
