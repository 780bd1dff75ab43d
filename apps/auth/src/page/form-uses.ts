import { Injectable } from '@nestjs/common';
import { Clock, deriveId, DomainError, pause } from '@halyard/core';
import { Html } from '@halyard/pages';
import { Sealer } from '@halyard/persistence';
import { DataSource, IsNull, Not } from 'typeorm';
import { AuthConfig } from '../config.js';
import { OidcStorage } from '../openid/oidc-storage.js';
import { Sessions } from '../session/sessions.js';
import { Cookies } from './cookies.js';
import { donePage } from './done.page.js';
import { FormUse } from './form-use.entity.js';
import { type FormClaim, claimed } from './form-uses.rows.js';
import { FORM_MS } from './form-tokens.js';
import type { PageAnswer } from './page-answer.js';
import type { Visit } from './visit.js';

const SUBJECT = deriveId('auth.form-uses');
const CONTEXT = 'auth.form-use';
/**
 * A repeat gets the same answer, secrets included, for this long. It is also how long a code waits for its exchange.
 */
const ANSWER_MS = 60_000;
/** A claim of this age is abandoned: no form takes that long, so its process has died. */
const ABANDONED_MS = 60_000;
const WAIT_MS = 15_000;
const PAUSE_MS = 25;

export interface UsedForm {
  /** A form's token, or the path if all of its forms have one effect together. */
  readonly once: string;
  readonly token?: string;
  /** The person that the form was shown to is logged in, or nobody was logged in when it was shown. */
  readonly isOfSender: boolean;
}

/**
 * Gives each form one effect. A repeat leads to the same page, in any process, even while the first one is under way.
 */
@Injectable()
export class FormUses {
  private readonly cookies: Cookies;

  constructor(
    private readonly dataSource: DataSource,
    private readonly sealer: Sealer,
    private readonly sessions: Sessions,
    private readonly storage: OidcStorage,
    private readonly clock: Clock,
    { addresses }: AuthConfig,
  ) {
    this.cookies = new Cookies(addresses.issuer);
  }

  /** Whether the form was sent already, from any browser. */
  isUsed(token: string): Promise<boolean> {
    return this.dataSource.manager.existsBy(FormUse, { key: this.keyOf(token), doneAt: Not(IsNull()) });
  }

  /**
   * Does the work unless it was done before. If the answer reports no effect, the form can be used again.
   *
   * @throws DomainError ServiceUnavailable if the first request takes too long; any error of `work`
   */
  async once(form: UsedForm, visit: Visit, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
    const key = this.keyOf(form.once);
    for (let waitedMs = 0; waitedMs < WAIT_MS; waitedMs += PAUSE_MS) {
      const claim = this.claimOf(key, visit);
      const abandonedAt = new Date(claim.claimedAt.getTime() - ABANDONED_MS);
      if (await claimed(this.dataSource.manager, claim, abandonedAt)) return this.first(form, claim, work);
      const use = await this.dataSource.manager.findOneBy(FormUse, { key, doneAt: Not(IsNull()) });
      if (use) return this.repeated(form, use, visit);
      await pause(PAUSE_MS);
    }
    throw new DomainError('ServiceUnavailable', { message: 'What you sent before is still under way. Try again.' });
  }

  private async first(
    { once, token }: UsedForm,
    claim: FormClaim,
    work: () => Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    const { manager } = this.dataSource;
    const { key, claimedAt } = claim;
    let answer: PageAnswer | undefined;
    try {
      answer = await work();
    } finally {
      if (!answer?.isDone) await manager.delete(FormUse, { key, claimedAt, doneAt: IsNull() });
    }
    if (answer.isDone) {
      const doneAt = this.clock.system();
      const sealedAnswer = await this.sealer.seal(SUBJECT, CONTEXT, JSON.stringify(answer));
      await manager.update(FormUse, { key }, { doneAt, sealedAnswer });
      if (token !== undefined && token !== once) {
        const used = { ...claim, key: this.keyOf(token), doneAt, sealedAnswer: null };
        await manager.upsert(FormUse, used, ['key']);
      }
    }
    return answer;
  }

  /** Repeats an answer. It repeats secrets only for a minute, and only to the same browser and person. */
  private async repeated({ isOfSender }: UsedForm, use: FormUse, visit: Visit): Promise<PageAnswer> {
    const { browserHash, doneAt, sealedAnswer } = use;
    if (!doneAt || !sealedAnswer || browserHash !== this.browserHash(visit)) return donePage;
    const answer = readAnswer(await this.sealer.open(SUBJECT, CONTEXT, sealedAnswer));
    const isRecent = this.clock.system().getTime() - doneAt.getTime() <= ANSWER_MS;
    const cookies = isRecent ? await this.sessionOf(answer, visit) : [];
    const isTheirs = isRecent && (isOfSender || cookies.length > 0 || this.isLogOut(answer, visit));
    if (!('to' in answer)) return isTheirs ? { ...answer, cookies } : donePage;
    const { to } = answer;
    const code = URL.parse(to)?.searchParams.get('code');
    if (typeof code !== 'string') return { to, cookies };
    return isTheirs && (await this.isUnused(code)) ? { to } : donePage;
  }

  /** The cookies of the session that the first answer began, if it still lasts and the browser has no session. */
  private async sessionOf({ cookies = [] }: PageAnswer, { session }: Visit): Promise<readonly string[]> {
    const [cookie] = cookies;
    const { session: secret } = this.cookies.read(cookie);
    if (session !== undefined || secret === undefined) return [];
    return (await this.sessions.find(secret)) ? cookies : [];
  }

  /** Whether the form logged its person out, and nobody has logged in since. */
  private isLogOut({ cookies = [] }: PageAnswer, { session }: Visit): boolean {
    return session === undefined && cookies.includes(this.cookies.endingSession);
  }

  private async isUnused(code: string): Promise<boolean> {
    const found = await this.storage.of('AuthorizationCode').find(code);
    return found !== undefined && found.consumed === undefined;
  }

  private claimOf(key: string, visit: Visit): FormClaim {
    const claimedAt = this.clock.system();
    const expiresAt = new Date(claimedAt.getTime() + FORM_MS);
    return { key, browserHash: this.browserHash(visit), claimedAt, expiresAt };
  }

  private keyOf(once: string): string {
    return this.sealer.fingerprint('auth.form-use', once);
  }

  private browserHash({ browser }: Visit): string {
    return this.sealer.fingerprint('auth.browser', browser);
  }
}

/** `Html` is stored as an object with its markup. */
const readAnswer = (text: string): PageAnswer =>
  JSON.parse(text, (_, value: unknown) =>
    typeof value === 'object' && value !== null && 'markup' in value && typeof value.markup === 'string'
      ? new Html(value.markup)
      : value,
  ) as PageAnswer;
