import { Body, Controller } from '@nestjs/common';
import { type FactAnswer, serviceRoutes } from '@halyard/contracts';
import { type ConsoleMember, memberQuestion } from '@halyard/contracts/console';
import { DomainError } from '@halyard/core';
import { Serves } from '@halyard/http';
import { DataSource } from 'typeorm';
import { Account } from '../account/account.entity.js';
import { Membership } from '../person/membership.entity.js';
import { People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { IssuedAccessTokens } from '../issued-token/issued-access-tokens.js';

/** Tells the console whose access token it has, and what role this person has in the account now. */
@Controller()
export class MembersController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
    private readonly tokens: IssuedAccessTokens,
  ) {}

  /** @throws DomainError NotFound if the token has ended, or the person no longer belongs to the account */
  @Serves(serviceRoutes.findMember)
  async find(@Body() body: unknown): Promise<FactAnswer<ConsoleMember>> {
    const claims = await this.tokens.standing(memberQuestion.parse(body).accessToken);
    if (!claims?.family) throw new DomainError('NotFound');
    const { sub: personId, account_id: accountId } = claims;
    const { manager } = this.dataSource;
    const [person, account, membership, accounts] = await Promise.all([
      manager.findOneBy(Person, { id: personId }),
      manager.findOneBy(Account, { id: accountId }),
      manager.findOneBy(Membership, { personId, accountId }),
      manager.countBy(Membership, { personId }),
    ]);
    if (!person || !account || !membership) throw new DomainError('NotFound');
    const fact = { ...(await this.people.open(person)), role: membership.role, accountName: account.name, accounts };
    return { type: 'fact', fact };
  }
}
