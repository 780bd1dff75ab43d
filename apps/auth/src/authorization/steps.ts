import { Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import type { Interaction } from 'oidc-provider';
import { DataSource } from 'typeorm';
import { Account } from '../account/account.entity.js';
import { ApplicationCredentials } from '../application/application-credentials.js';
import type { LoggedInVisit } from '../login/logged-in-pages.js';
import type { SubmittedForm } from '../page/form.js';
import type { PageAnswer } from '../page/page-answer.js';
import { People } from '../person/people.js';
import { chosenOf, scopesIn, SELECT_ACCOUNT } from '../consent/authorization-policy.js';
import { Consents } from '../consent/consents.js';
import { formActionOf } from '../token/form-action.js';
import { Authorizations } from './authorizations.js';
import { accountsPage, consentPage, firstPartyPage } from './interaction.page.js';

@Injectable()
export class Steps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
    private readonly credentials: ApplicationCredentials,
    private readonly consents: Consents,
    private readonly authorizations: Authorizations,
  ) {}

  async show(visit: LoggedInVisit, interaction: Interaction): Promise<PageAnswer> {
    const { application, accounts, account } = await this.askedOf(visit, interaction);
    const formAction = formActionOf(interaction);
    if (interaction.prompt.name === SELECT_ACCOUNT) return accountsPage(visit, { accounts, formAction });
    if (!account) throw new DomainError('Forbidden', { message: 'You belong to no account any more.' });
    const { email } = await this.people.open(visit.person);
    const { name, kind, permissions } = application;
    const asked = { application: name, email, account, formAction };
    if (kind === 'first-party')
      return firstPartyPage(visit, { ...asked, facts: [['Asked by', 'a program on this computer']] });
    const owner = await this.dataSource.manager.findOneByOrFail(Account, { id: application.accountId });
    const scopes = scopesIn(interaction.params['scope']);
    return consentPage(visit, { ...asked, applicationOwner: owner.name, scopes, permissions });
  }

  async answer(visit: LoggedInVisit, interaction: Interaction, form: SubmittedForm): Promise<PageAnswer> {
    const { application, accounts, account } = await this.askedOf(visit, interaction);
    if (interaction.prompt.name === SELECT_ACCOUNT) {
      const chosen = accounts.find(({ id }) => id === form.text('account'));
      if (!chosen) return accountsPage(visit, { accounts, formAction: formActionOf(interaction), isMissing: true });
      return this.authorizations.proceed(visit, interaction, { [SELECT_ACCOUNT]: { accountId: chosen.id } });
    }
    const asked = { personId: visit.person.id, applicationId: application.id };
    if (form.text('answer') !== 'allow') {
      await this.consents.deny(asked, visit);
      const denied = { error: 'access_denied', error_description: 'the person denied access' };
      return this.authorizations.proceed(visit, interaction, denied);
    }
    const isOurs = application.kind === 'first-party';
    if (!account || (account.role !== 'owner' && !isOurs)) {
      throw new DomainError('Forbidden', { message: 'Only an owner of the account can allow this.' });
    }
    const given = { ...asked, accountId: account.id };
    if (isOurs) await this.consents.giveOnce(given, visit);
    else await this.consents.give(given, scopesIn(interaction.params['scope']), visit);
    return this.authorizations.proceed(visit, interaction, { consent: {} });
  }

  /** @throws DomainError Forbidden if the application was suspended meanwhile */
  private async askedOf({ person }: LoggedInVisit, { params, lastSubmission }: Interaction) {
    const application = await this.credentials.find(String(params['client_id']));
    if (!application) throw new DomainError('Forbidden', { message: 'This application was suspended.' });
    const accounts = await this.consents.accountsOf(person.id, application.id);
    return { application, accounts, account: chosenOf(accounts, lastSubmission?.[SELECT_ACCOUNT]) };
  }
}
