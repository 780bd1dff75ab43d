import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { HeaderFields, Operation } from '@halyard/contracts';
import { DomainError } from '@halyard/core';
import { Bytes, fieldOf, type IncomingExchange, statusOf } from '@halyard/http';
import { errorPageOf, framed, pageHeaders, pageOf } from '@halyard/pages';
import { AuthConfig } from '../config.js';
import { Sessions } from '../session/sessions.js';
import { Cookies } from './cookies.js';
import { deviceOf } from './device.js';
import { donePage } from './done.page.js';
import { SubmittedForm, FORM_TOKEN } from './form.js';
import { FormTokens } from './form-tokens.js';
import { FormUses } from './form-uses.js';
import type { PageAnswer, ShownPage } from './page-answer.js';
import type { Visit } from './visit.js';

export interface PageRequest {
  readonly exchange: IncomingExchange;
  readonly operation: Operation;
  /** The path without parameters, as the gateway was asked for it. */
  readonly path: string;
  /** All forms of this path have one effect together. */
  readonly isAnsweredOnce?: true;
}

const SECRET_BYTES = 32;
/** Partners put content into these pages (ADR 53), so requests that come from them are refused. */
const LINKING = '/linking/';

/** Finds out who visits, checks forms, and adds what every page carries. */
@Injectable()
export class Pages {
  readonly cookies: Cookies;
  private readonly origin: string;
  private readonly installation: string;
  private readonly isSandbox: boolean;

  constructor(
    private readonly tokens: FormTokens,
    private readonly uses: FormUses,
    private readonly sessions: Sessions,
    { addresses, environment, installationName }: AuthConfig,
  ) {
    this.cookies = new Cookies(addresses.issuer);
    this.origin = new URL(addresses.url).origin;
    this.installation = installationName;
    this.isSandbox = environment === 'sandbox';
  }

  show(request: PageRequest, work: (visit: Visit) => Promise<PageAnswer>): Promise<Bytes> {
    return this.answer(request, work);
  }

  /**
   * Takes only forms of our pages that this browser was shown. Each form has its effect once, however often it is sent.
   */
  submit(request: PageRequest, work: (visit: Visit, form: SubmittedForm) => Promise<PageAnswer>): Promise<Bytes> {
    return this.answer(request, async (visit) => {
      const form = await SubmittedForm.read(request.exchange.body);
      this.requireOwnSite(request.exchange.headers);
      const token = form.text(FORM_TOKEN);
      const proof = visit.proofOf(token);
      if (!proof || proof.isOfAnother) {
        if (await this.uses.isUsed(token)) return donePage;
        throw outOfDate();
      }
      const { isOlder, isOfSender } = proof;
      const once = request.isAnsweredOnce ? visit.path : token;
      return this.uses.once({ once, token, isOfSender }, visit, () => work(visit, isOlder ? form.asOlder() : form));
    });
  }

  /** Does the work as one of the path's forms does: all of them have one effect together. */
  once(visit: Visit, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
    return this.uses.once({ once: visit.path, isOfSender: true }, visit, work);
  }

  private async answer(request: PageRequest, work: (visit: Visit) => Promise<PageAnswer>): Promise<Bytes> {
    const { exchange, operation, path } = request;
    const { headers } = exchange;
    const given = this.cookies.read(fieldOf(headers, 'cookie'));
    const setBrowser = given.browser === undefined;
    const browser = given.browser ?? newSecret();
    const userAgent = fieldOf(headers, 'user-agent') ?? '';
    try {
      if (!this.isOurHost(headers)) return redirect(308, `${this.origin}${path}`);
      if (comesFromLinking(headers))
        throw new DomainError('Forbidden', { message: 'Open this page with its own address.' });
      const session = given.session === undefined ? undefined : await this.sessions.find(given.session);
      const personId = session?.personId;
      const sessionSecret = session && given.session;
      const answer = await work({
        path,
        network: fieldOf(headers, 'x-client-network') ?? '',
        userAgent,
        device: deviceOf(userAgent),
        browser,
        session,
        formToken: (action) => this.tokens.make({ action, browser, personId }),
        proofOf: (token) => this.tokens.read(token, { action: path, browser, personId, sessionSecret }),
      });
      const cookies = [...(setBrowser ? [this.cookies.settingBrowser(browser)] : []), ...(answer.cookies ?? [])];
      if ('to' in answer) return redirect(303, answer.to, cookies);
      return this.pageOf(answer, cookies);
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'internal') throw error;
      return this.refusalOf(error, operation.requestId);
    }
  }

  private pageOf(page: ShownPage, cookies: readonly string[]): Bytes {
    const { heading, title = heading, status = 200, script, retryAfterSeconds, formAction = [] } = page;
    const { installation, isSandbox } = this;
    const content = framed({ ...page, installation, isSandbox });
    const text = pageOf({ title: `${title} · ${installation}`, content, script });
    return bytesOf(text, status, {
      ...pageHeaders({ script, formAction: ["'self'", ...formAction] }),
      ...(cookies.length > 0 && { 'set-cookie': cookies }),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    });
  }

  private refusalOf(error: DomainError, requestId: string): Bytes {
    const { installation, isSandbox } = this;
    const status = statusOf[error.kind];
    const { retryAfterSeconds = status === 503 ? 1 : undefined } = error.detail;
    const text = errorPageOf({ installation, isSandbox, status, text: error.message, requestId });
    return bytesOf(text, status, {
      ...pageHeaders(),
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
    });
  }

  private isOurHost(headers: HeaderFields): boolean {
    const [scheme, host] = [fieldOf(headers, 'x-forwarded-proto'), fieldOf(headers, 'x-forwarded-host')];
    return URL.parse(`${scheme}://${host}`)?.origin === this.origin;
  }

  /** @throws DomainError Forbidden */
  private requireOwnSite(headers: HeaderFields): void {
    const origin = fieldOf(headers, 'origin');
    const isForeign = origin !== undefined && origin !== 'null' && origin !== this.origin;
    if (isForeign || fieldOf(headers, 'sec-fetch-site') === 'cross-site') throw outOfDate();
  }
}

const outOfDate = (): DomainError =>
  new DomainError('Forbidden', {
    message:
      'This form is out of date, or your browser did not send the cookie that belongs to it. ' +
      'Open the page again, and allow cookies of this site.',
  });

export const newSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');

function comesFromLinking(headers: HeaderFields): boolean {
  const referrer = URL.parse(fieldOf(headers, 'referer') ?? '');
  return referrer?.pathname.startsWith(LINKING) ?? false;
}

const bytesOf = (text: string, status: number, headers: HeaderFields): Bytes =>
  new Bytes(Readable.from([text], { objectMode: false }), headers, status);

const redirect = (status: 303 | 308, location: string, cookies: readonly string[] = []): Bytes =>
  bytesOf('', status, {
    location,
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    ...(cookies.length > 0 && { 'set-cookie': cookies }),
  });
