import { Controller } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { isEmailAddress } from '@halyard/input';
import { faultSummary, fieldOf, type FormFault, formOf, html } from '@halyard/pages';
import { areLettersFiles, AuthConfig } from '../config.js';
import { GuessLimits } from '../guess/guess-limits.js';
import { type SlowedDown, slowedDown } from '../guess/slowed-down.js';
import { FORM_TOKEN } from '../page/form.js';
import type { ShownPage } from '../page/page-answer.js';
import { Pages } from '../page/pages.js';
import type { Visit } from '../page/visit.js';
import { People } from '../person/people.js';
import { PasswordResets } from '../password/password-resets.js';

const PATH = '/password-resets';

/** The answer is the same for everyone, so it does not tell who has an account. */
@Controller()
export class ForgottenPasswordController {
  constructor(
    private readonly pages: Pages,
    private readonly resets: PasswordResets,
    private readonly people: People,
    private readonly guesses: GuessLimits,
    private readonly config: AuthConfig,
  ) {}

  @Serves(pageRoutes.showPasswordReset)
  show(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: PATH }, (visit) => Promise.resolve(forgottenPage(visit)));
  }

  @Serves(pageRoutes.requestPasswordReset)
  request(@CurrentExchange() exchange: IncomingExchange, @CurrentOperation() operation: Operation): Promise<Bytes> {
    return this.pages.submit({ exchange, operation, path: PATH }, async (visit, form) => {
      const email = form.text('email').trim();
      if (!isEmailAddress(email)) {
        const message = 'Enter an e-mail address, like name@example.com.';
        return forgottenPage(visit, { email, status: 400, faults: [{ field: 'email', message }] });
      }
      try {
        // Requests are limited like guesses, with counters of their own.
        const asker = { person: `reset ${this.people.hashOf(email)}`, network: `reset ${visit.network}` };
        await (await this.guesses.begin({ ...asker, of: 'requests for a link' })).count();
      } catch (error) {
        return forgottenPage(visit, { email, ...slowedDown(error) });
      }
      await this.resets.request(email);
      return { ...sentPage(areLettersFiles(this.config)), isDone: true };
    });
  }
}

interface ForgottenView extends Partial<Omit<SlowedDown, 'status'>> {
  readonly email?: string;
  readonly status?: number;
  readonly faults?: readonly FormFault[];
}

function forgottenPage({ formToken }: Visit, view: ForgottenView = {}): ShownPage {
  const { email, faults = [], status, retryAfterSeconds } = view;
  const heading = 'Reset your password';
  return {
    heading,
    title: faults.length > 0 ? `Error: ${heading}` : heading,
    ...(status !== undefined && { status }),
    retryAfterSeconds,
    content: html`<p>We send a link to your e-mail address, by which you choose a new password.</p>
      ${faultSummary(faults)}
      ${formOf({
        action: PATH,
        hidden: { [FORM_TOKEN]: formToken(PATH) },
        content: html`${fieldOf(
            { name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, isFirst: true },
            faults,
          )}<button type="submit">Send link</button>`,
      })}
      <p><a href="/login">Back to log in</a></p>`,
  };
}

const sentPage = (areFiles: boolean): ShownPage => ({
  heading: 'Look into your mailbox',
  content: html`<p>
      If somebody with this e-mail address can log in here, a letter with a link is on its way. The link works for an
      hour.
    </p>
    ${
      areFiles
        ? html`<p class="note">
            No letter leaves this sandbox: letters are files in the folder <code>mail</code> of its data,
            <code>.data/mail</code> by default.
          </p>`
        : html`<p class="quiet">Nothing there? Look among unwanted mail, or ask again in some minutes.</p>`
    }`,
});
