import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ActiveApplication } from '../application/active-applications.query.js';
import { Consents } from '../consent/consents.js';
import { type AskedGrant, DeviceGrants } from '../device-grant/device-grants.js';
import { LoggedInPages, type LoggedInVisit } from '../login/logged-in-pages.js';
import { TokenFamilies } from '../token-family/token-families.js';

/** Stores an answer with all its effects in one commit. */
@Injectable()
export class DeviceAnswers {
  constructor(
    private readonly dataSource: DataSource,
    private readonly loggedIn: LoggedInPages,
    private readonly grants: DeviceGrants,
    private readonly families: TokenFamilies,
    private readonly consents: Consents,
  ) {}

  /** @returns false if the code was answered before */
  allow(
    visit: LoggedInVisit,
    { userCode, scopes, expiresAt }: AskedGrant,
    application: ActiveApplication,
    accountId: string,
  ): Promise<boolean> {
    const { person, session } = visit;
    const given = { personId: person.id, applicationId: application.id, accountId };
    return this.loggedIn.change(visit, async (tx) => {
      const familyId = await this.families.begin({ ...given, session, scopes }, tx, expiresAt);
      if (!(await this.grants.decide(tx, userCode, familyId))) return false;
      if (application.kind === 'first-party') await this.consents.giveOnce(given, visit, tx);
      else await this.consents.give(given, scopes, visit, tx);
      return true;
    });
  }

  /** @returns false if the code was answered before */
  deny(visit: LoggedInVisit, { userCode, applicationId }: AskedGrant): Promise<boolean> {
    return this.dataSource.transaction(async (tx) => {
      if (!(await this.grants.decide(tx, userCode, null))) return false;
      await this.consents.deny({ personId: visit.person.id, applicationId }, visit, tx);
      return true;
    });
  }
}
