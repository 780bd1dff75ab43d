import { Controller, Param, UseGuards } from '@nestjs/common';
import {
  type ApplicationPrincipal,
  type CollectionAnswer,
  type Operation,
  ref,
  type ResourceAnswer,
} from '@halyard/contracts';
import { applicationReviewRoutes } from '@halyard/contracts/application-reviews';
import { DomainError } from '@halyard/core';
import { applicationOf, CurrentOperation, Serves } from '@halyard/http';
import { IdPipe, keyset, keysetPage, type KeysetQuery, ReadQuery } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { ErasedError } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { Account, requireAccount } from '../account/account.entity.js';
import { isOperating, operatingAccounts } from '../application/operating-account.query.js';
import { rolesInOperatingAccount } from '../person/operators.query.js';
import { type PersonalData, People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { accountStandingAnswer } from './account-standing.js';
import { personOf, personStandingAnswer, withSecondFactor } from './person-standing.js';

/** Newest first. */
@Controller()
@UseGuards(OperatorOnlyGuard)
export class StandingsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
  ) {}

  @Serves(applicationReviewRoutes.listAccountStandings)
  async listAccounts(@ReadQuery(keyset) query: KeysetQuery): Promise<CollectionAnswer> {
    const { items, ...page } = await this.page(Account, query);
    const operating = await operatingAccounts(this.dataSource.manager);
    return {
      type: 'collection',
      self: ref('listAccountStandings'),
      of: 'account-standing',
      items: items.map((account) => accountStandingAnswer(account, operating.has(account.id))),
      ...page,
    };
  }

  /** @throws DomainError NotFound */
  @Serves(applicationReviewRoutes.getAccountStanding)
  async getAccount(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'account-standing'>> {
    const { manager } = this.dataSource;
    return accountStandingAnswer(await requireAccount(manager, id), await isOperating(manager, id));
  }

  @Serves(applicationReviewRoutes.listPersonStandings)
  async listPeople(
    @CurrentOperation() operation: Operation,
    @ReadQuery(keyset) query: KeysetQuery,
  ): Promise<CollectionAnswer> {
    const { items, ...page } = await this.page(Person, query);
    return {
      type: 'collection',
      self: ref('listPersonStandings'),
      of: 'person-standing',
      items: await this.personAnswers(items, applicationOf(operation)),
      ...page,
    };
  }

  /** @throws DomainError NotFound */
  @Serves(applicationReviewRoutes.getPersonStanding)
  async getPerson(
    @CurrentOperation() operation: Operation,
    @Param('id', IdPipe) id: string,
  ): Promise<ResourceAnswer<'person-standing'>> {
    const person = await personOf(this.dataSource.manager, id);
    const [answer] = await this.personAnswers([person], applicationOf(operation));
    if (!answer) throw new DomainError('NotFound');
    return answer;
  }

  private async page<Row extends Account | Person>(entity: new () => Row, { limit, anchor }: KeysetQuery) {
    const { manager } = this.dataSource;
    const asked = manager
      .createQueryBuilder(entity, 'one')
      .orderBy('one.createdAt', 'DESC')
      .addOrderBy('one.id', 'DESC')
      .limit(limit + 1);
    if (anchor !== undefined) {
      // Account ids are derived and do not sort by time, so the order is by time first.
      const last = manager.createQueryBuilder(entity, 'last').select('last.createdAt').addSelect('last.id');
      asked.where(`(one.createdAt, one.id) < (${last.where('last.id = :anchor').getQuery()})`, { anchor });
    }
    const [found, total] = await Promise.all([asked.getMany(), manager.count(entity)]);
    return { ...keysetPage(found, limit), total };
  }

  private async personAnswers(people: readonly Person[], reader: ApplicationPrincipal) {
    const { manager } = this.dataSource;
    const ids = people.map(({ id }) => id);
    const [factors, roles] = [await withSecondFactor(manager, people), await rolesInOperatingAccount(manager, ids)];
    return Promise.all(
      people.map(async (person) =>
        personStandingAnswer(person, reader, {
          hasSecondFactor: factors.has(person.id),
          role: roles.get(person.id)?.role,
          data: await this.dataOf(person),
        }),
      ),
    );
  }

  /** Another request may erase the person meanwhile. */
  private async dataOf(person: Person): Promise<PersonalData | undefined> {
    try {
      return await this.people.open(person);
    } catch (error) {
      if (error instanceof ErasedError) return undefined;
      throw error;
    }
  }
}
