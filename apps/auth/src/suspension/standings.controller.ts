import { Controller, Param, UseGuards } from '@nestjs/common';
import { type CollectionAnswer, ref, type ResourceAnswer } from '@halyard/contracts';
import { Serves } from '@halyard/http';
import { IdPipe, keyset, keysetPage, type KeysetQuery, ReadQuery } from '@halyard/input';
import { OperatorOnlyGuard } from '@halyard/operators/operator-only-guard';
import { ErasedError } from '@halyard/persistence';
import { DataSource } from 'typeorm';
import { Account, requireAccount } from '../account/account.entity.js';
import { type PersonalData, People } from '../person/people.js';
import { Person } from '../person/person.entity.js';
import { accountStandingAnswer } from './account-standing.js';
import { personOf, personStandingAnswer, withSecondFactor } from './person-standing.js';

/** Shows operators the accounts and people of this installation, the newest first, and whether they are suspended. */
@Controller()
@UseGuards(OperatorOnlyGuard)
export class StandingsController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly people: People,
  ) {}

  @Serves('listAccountStandings')
  async listAccounts(@ReadQuery(keyset) query: KeysetQuery): Promise<CollectionAnswer> {
    const { items, ...page } = await this.page(Account, query);
    return {
      type: 'collection',
      self: ref('listAccountStandings'),
      of: 'account-standing',
      items: items.map(accountStandingAnswer),
      ...page,
    };
  }

  /** @throws DomainError NotFound */
  @Serves('getAccountStanding')
  async getAccount(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'account-standing'>> {
    return accountStandingAnswer(await requireAccount(this.dataSource.manager, id));
  }

  @Serves('listPersonStandings')
  async listPeople(@ReadQuery(keyset) query: KeysetQuery): Promise<CollectionAnswer> {
    const { items, ...page } = await this.page(Person, query);
    const factors = await withSecondFactor(this.dataSource.manager, items);
    return {
      type: 'collection',
      self: ref('listPersonStandings'),
      of: 'person-standing',
      items: await Promise.all(items.map((person) => this.personAnswer(person, factors))),
      ...page,
    };
  }

  /** @throws DomainError NotFound */
  @Serves('getPersonStanding')
  async getPerson(@Param('id', IdPipe) id: string): Promise<ResourceAnswer<'person-standing'>> {
    const { manager } = this.dataSource;
    const person = await personOf(manager, id);
    return this.personAnswer(person, await withSecondFactor(manager, [person]));
  }

  private async page<Row extends Account | Person>(entity: new () => Row, { limit, anchor }: KeysetQuery) {
    const { manager } = this.dataSource;
    const asked = manager
      .createQueryBuilder(entity, 'one')
      .orderBy('one.createdAt', 'DESC')
      .addOrderBy('one.id', 'DESC')
      .limit(limit + 1);
    if (anchor !== undefined) {
      // Ids say nothing of time: those of accounts are derived.
      const last = manager.createQueryBuilder(entity, 'last').select('last.createdAt').addSelect('last.id');
      asked.where(`(one.createdAt, one.id) < (${last.where('last.id = :anchor').getQuery()})`, { anchor });
    }
    const [found, total] = await Promise.all([asked.getMany(), manager.count(entity)]);
    return { ...keysetPage(found, limit), total };
  }

  private async personAnswer(person: Person, factors: ReadonlySet<string>): Promise<ResourceAnswer<'person-standing'>> {
    const hasSecondFactor = factors.has(person.id);
    return personStandingAnswer(person, { hasSecondFactor, data: await this.dataOf(person) });
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
