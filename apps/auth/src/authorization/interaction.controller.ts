import { Controller, Param } from '@nestjs/common';
import type { Operation } from '@halyard/contracts';
import { pageRoutes } from '@halyard/contracts/authorization';
import { DomainError } from '@halyard/core';
import { type Bytes, CurrentExchange, CurrentOperation, type IncomingExchange, Serves } from '@halyard/http';
import { LogInPages } from '../login/log-in-pages.js';
import { BEGAN_IN } from '../consent/authorization-policy.js';
import { LoggedInPages, type LoggedInVisit } from '../login/logged-in-pages.js';
import type { SubmittedForm } from '../page/form.js';
import type { PageAnswer } from '../page/page-answer.js';
import { SECOND_FACTOR } from '../login/logins.js';
import { Pages } from '../page/pages.js';
import type { Visit } from '../page/visit.js';
import { interactionPath } from '../token/form-action.js';
import { Authorizations } from './authorizations.js';
import { Steps } from './steps.js';

type Interaction = Awaited<ReturnType<Authorizations['find']>>;

/** /interaction/{uid}: the questions that one authorization asks a person. */
@Controller()
export class InteractionController {
  constructor(
    private readonly pages: Pages,
    private readonly loggedIn: LoggedInPages,
    private readonly logInPages: LogInPages,
    private readonly authorizations: Authorizations,
    private readonly steps: Steps,
  ) {}

  @Serves(pageRoutes.showInteraction)
  show(
    @Param('token') uid: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    return this.pages.show({ exchange, operation, path: interactionPath(uid) }, async (visit) => {
      const interaction = await this.authorizations.find(visit, uid);
      if (interaction.prompt.name === 'login') return this.logIn(visit, interaction);
      return this.asPerson(visit, interaction, (own) => this.steps.show(own, interaction));
    });
  }

  @Serves(pageRoutes.answerInteraction)
  answer(
    @Param('token') uid: string,
    @CurrentExchange() exchange: IncomingExchange,
    @CurrentOperation() operation: Operation,
  ): Promise<Bytes> {
    const request = { exchange, operation, path: interactionPath(uid), isAnsweredOnce: true } as const;
    return this.pages.submit(request, async (visit, form: SubmittedForm) => {
      const interaction = await this.authorizations.find(visit, uid);
      return this.asPerson(visit, interaction, (own) => this.steps.answer(own, interaction, form));
    });
  }

  /**
   * Continues if the person has logged in. If a former log-in is not enough, the session must have begun after the
   * authorization did.
   */
  private async logIn(visit: Visit, interaction: Interaction): Promise<PageAnswer> {
    const { session } = visit;
    const { prompt, params } = interaction;
    if (session && !session.isComplete) return { to: SECOND_FACTOR };
    const isAnyEnough = prompt.reasons.every((reason) => reason === 'no_session');
    if (session && (isAnyEnough || session.id !== params[BEGAN_IN])) {
      const login = {
        accountId: session.personId,
        amr: [...session.methods],
        ts: Math.floor(session.beganAt.getTime() / 1_000),
      };
      return this.pages.once(visit, () => this.authorizations.proceed(visit, interaction, { login }));
    }
    const { login_hint: hint } = params;
    return this.logInPages.page(visit, { then: visit.path, ...(typeof hint === 'string' && { email: hint }) });
  }

  /** @throws DomainError Forbidden if the authorization is about another person */
  private asPerson(
    visit: Visit,
    { session }: Interaction,
    work: (own: LoggedInVisit) => Promise<PageAnswer>,
  ): Promise<PageAnswer> {
    return this.loggedIn.withPerson(visit, (own) => {
      if (session?.accountId === own.person.id) return work(own);
      throw new DomainError('Forbidden', {
        message: 'Somebody else has logged in meanwhile. Go back to the application, and begin again.',
      });
    });
  }
}
