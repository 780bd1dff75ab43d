import { Injectable } from '@nestjs/common';
import { DomainError } from '@halyard/core';
import { DataSource } from 'typeorm';
import { Account } from '../account/account.entity.js';
import type { ActiveApplication } from '../application/active-applications.query.js';
import { ApplicationCredentials } from '../application/application-credentials.js';
import { accountsPage, consentPage, firstPartyPage } from '../authorization/interaction.page.js';
import { chosenOf } from '../consent/authorization-policy.js';
import { Consents, type PossibleAccount } from '../consent/consents.js';
import type { AskedGrant } from '../device-grant/device-grants.js';
import { slowedDown } from '../guess/slowed-down.js';
import type { LoggedInVisit } from '../login/logged-in-pages.js';
import type { ShownPage } from '../page/page-answer.js';
import { timeOf } from '../page/time.js';
import { People } from '../person/people.js';
import { DeviceAnswers } from './device-answers.js';
import { answeredPage, codePage, USER_CODE_FIELD } from './device.page.js';
import { UserCodes } from './user-codes.js';

const WRONG = 'This code is wrong, was used before, or has expired. The program shows a new one when it begins again.';
const OTHER_NETWORK =
  'This comes from another network than yours. If somebody has sent you the code or the link, deny it.';

/** Empty text stands for a missing answer. */
export interface StepAnswers {
  readonly typed: string;
  readonly account?: string;
  readonly answer?: string;
}

@Injectable()
export class DeviceSteps {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
    private readonly credentials: ApplicationCredentials,
    private readonly consents: Consents,
    private readonly codes: UserCodes,
    private readonly answers: DeviceAnswers,
  ) {}

  /** @throws DomainError Forbidden if the application was suspended meanwhile, or the person may not allow it */
  async next(visit: LoggedInVisit, said: StepAnswers): Promise<ShownPage> {
    try {
      const grant = await this.codes.find(visit, said.typed);
      return grant ? await this.afterCode(visit, grant, said) : wrongCode(visit, said);
    } catch (error) {
      return codePage(visit, { typed: said.typed, ...slowedDown(error) });
    }
  }

  private async afterCode(visit: LoggedInVisit, grant: AskedGrant, said: StepAnswers): Promise<ShownPage> {
    const application = await this.credentials.find(grant.applicationId);
    if (!application) throw new DomainError('Forbidden', { message: 'This application was suspended.' });
    if (said.answer === 'deny') {
      const isDenied = await this.answers.deny(visit, grant);
      return isDenied ? answeredPage(application.name, false) : wrongCode(visit, said);
    }
    const accounts = await this.consents.accountsOf(visit.person.id, application.id);
    const account = chosenOf(accounts, said.account ? { accountId: said.account } : undefined);
    if (!account) {
      return accountsPage(visit, { accounts, hidden: { [USER_CODE_FIELD]: grant.userCode } });
    }
    if (said.answer !== 'allow') return this.question(visit, grant, application, account);
    if (account.role !== 'owner' && application.kind !== 'first-party') {
      throw new DomainError('Forbidden', { message: 'Only an owner of the account can allow this.' });
    }
    const isAllowed = await this.answers.allow(visit, grant, application, account.id);
    return isAllowed ? answeredPage(application.name, true) : wrongCode(visit, said);
  }

  private async question(
    visit: LoggedInVisit,
    { userCode, network, createdAt, scopes }: AskedGrant,
    application: ActiveApplication,
    account: PossibleAccount,
  ): Promise<ShownPage> {
    const { email } = await this.people.open(visit.person);
    const asked = {
      application: application.name,
      email,
      account,
      facts: [
        ['Code', userCode],
        ['Asked by', `a program in the network ${network}`],
        ['Since', timeOf(createdAt)],
      ],
      warning: network === visit.network ? undefined : OTHER_NETWORK,
      hidden: { [USER_CODE_FIELD]: userCode, account: account.id },
    } as const;
    if (application.kind === 'first-party') return firstPartyPage(visit, asked);
    const owner = await this.dataSource.manager.findOneByOrFail(Account, { id: application.accountId });
    return consentPage(visit, {
      ...asked,
      applicationOwner: owner.name,
      scopes,
      permissions: application.permissions,
    });
  }
}

const wrongCode = (visit: LoggedInVisit, { typed }: StepAnswers): ShownPage =>
  codePage(visit, { typed, faults: [{ field: USER_CODE_FIELD, message: WRONG }] });
